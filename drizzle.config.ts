import { defineConfig } from 'drizzle-kit';

/** For `npm run db:generate` (tools/generate-migration.ts). */
export default defineConfig({
	dialect: 'postgresql',
	schema: './server/db/schema/*.ts',
	out: './server/db/migrations',
});
