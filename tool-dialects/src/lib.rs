//! One definition to each provider's form, and each provider's call back to ours.
