-- Names and titles lose what contract/core/schemas.ts, `toPlainText`, no longer accepts: line breaks, characters that turn
-- text around or are invisible, and signs that look like a badge. A row is written only where something is removed. A
-- name of nothing else becomes an ordinary word.
CREATE FUNCTION "plain_name"("value" text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT btrim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(value,
		'[\u0001-\u001F\u007F-\u009F\u2028\u2029]+', ' ', 'g'),
		'[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]', '', 'g'),
		' *([\u2605\u2606\u2611\u2705\u2713\u2714\u26E8\u272A\u272F\u2B50\U0001F165\U0001F185\U0001F31F\U0001F396\U0001F3C5\U0001F530\U0001F5F8\U0001F5F9\U0001F6E1][\uFE0E\uFE0F]?)+ *', ' ', 'g'),
		'([\u0300-\u036F\u0483-\u0489\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]{4})[\u0300-\u036F\u0483-\u0489\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]+', '\1', 'g'));
$$;--> statement-breakpoint
UPDATE "users" SET "user_name" = coalesce(nullif("plain_name"("user_name"), ''), 'Student')
WHERE "user_name" <> "plain_name"("user_name");--> statement-breakpoint
UPDATE "admins" SET "username" = coalesce(nullif("plain_name"("username"), ''), 'Administrator')
WHERE "username" <> "plain_name"("username");--> statement-breakpoint
UPDATE "items" SET "title" = coalesce(nullif("plain_name"("title"), ''), "category")
WHERE "title" <> "plain_name"("title");--> statement-breakpoint
UPDATE "wanted_posts" SET "title" = CASE WHEN char_length("plain_name"("title")) < 3 THEN 'Wanted' ELSE "plain_name"("title") END
WHERE "title" <> "plain_name"("title");--> statement-breakpoint
UPDATE "feedback" SET "name" = coalesce(nullif("plain_name"("name"), ''), 'Student')
WHERE "name" <> "plain_name"("name");--> statement-breakpoint
DROP FUNCTION "plain_name"(text);
