-- Through a pooler a connection cannot ask for these, so that the user has them. The last one must not be missing: a server
-- that is paused within a transaction would hold up the one that takes over from it.
ALTER ROLE p2p SET statement_timeout = '5s';
ALTER ROLE p2p SET lock_timeout = '2s';
ALTER ROLE p2p SET idle_in_transaction_session_timeout = '5s';
