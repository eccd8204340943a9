// Registered, and does nothing.
