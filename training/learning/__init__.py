"""How a policy learns: environment, model, what is measured on the way, and what is kept."""
