ALTER TABLE member ADD COLUMN settings text NOT NULL DEFAULT '';
INSERT INTO step (number, kind, at) VALUES (7, 'expand', '2026-11-20 00:00:00+00');
