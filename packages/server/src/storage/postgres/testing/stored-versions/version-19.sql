CREATE TABLE fixing_inputs (
  fiat text COLLATE "C" NOT NULL,
  number integer NOT NULL,
  inputs text NOT NULL,
  PRIMARY KEY (fiat, number)
);
CREATE TABLE fixing_slot (
  fiat text COLLATE "C" NOT NULL,
  slot integer NOT NULL,
  record text NOT NULL,
  PRIMARY KEY (fiat, slot)
);
INSERT INTO step (number, kind, at) VALUES (19, 'expand', '2026-11-20 00:00:00+00');
INSERT INTO fixing_inputs (fiat, number, inputs) VALUES ('UAH', 2, '{"method":"index-1","notice":0,"slots":[],"usual":[]}');
INSERT INTO fixing_slot (fiat, slot, record) VALUES ('UAH', 5983914, '{"at":"2026-11-20T11:30:00.000Z","confidence":"high","sources":[{"exchange":"okx","price":41.5,"evidence":3}]}');
CREATE TABLE track_record (
  fiat text COLLATE "C" NOT NULL,
  day text COLLATE "C" NOT NULL,
  counts text NOT NULL,
  PRIMARY KEY (fiat, day)
);
CREATE INDEX track_record_day ON track_record(day);
INSERT INTO track_record (fiat, day, counts) VALUES ('UAH', '2026-11-20', '[["best","high","published",2,2]]');
