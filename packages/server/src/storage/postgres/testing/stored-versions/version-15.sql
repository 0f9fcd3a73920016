ALTER TABLE member ADD COLUMN seen_written_us bigint NOT NULL DEFAULT 0;
INSERT INTO step (number, kind, at) VALUES (15, 'expand', '2026-11-20 00:00:00+00');
