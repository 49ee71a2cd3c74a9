import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --name what_changes` writes the next migration from the tables; a person edits it. */
export default defineConfig({
	dialect: 'postgresql',
	schema: './server/db/tables/*.ts',
	out: './server/db/migrations',
});
