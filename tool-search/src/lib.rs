//! Which tools suit a request.
