-- What was used when, hour by hour: counts of apps, sites and speakers over months then read some thousand rows of this
-- index instead of every document.
CREATE INDEX context_hour_by_hour ON context_hour (hour, context_id, documents);
