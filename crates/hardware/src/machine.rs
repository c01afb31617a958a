//! Machines: lanes, banks, phases and sectors, each fact with its confidence.
