ALTER TABLE "settings" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
UPDATE "settings" SET "closed_at" = "changed_at" WHERE "maintenance_mode";--> statement-breakpoint
-- Whoever switches, from the back-office or a terminal: a change of the words alone keeps the moment.
CREATE FUNCTION note_closing() RETURNS trigger
	LANGUAGE plpgsql
	AS $$
	BEGIN
		IF NOT NEW.maintenance_mode THEN
			NEW.closed_at := NULL;
		ELSIF NOT OLD.maintenance_mode THEN
			NEW.closed_at := now();
		END IF;
		RETURN NEW;
	END
	$$;--> statement-breakpoint
CREATE TRIGGER "settings_closed_at" BEFORE UPDATE ON "settings"
	FOR EACH ROW EXECUTE FUNCTION note_closing();
