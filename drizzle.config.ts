import { defineConfig } from 'drizzle-kit';

/** For `npm run db:generate` (ops/generate-migration.ts). */
export default defineConfig({
	dialect: 'postgresql',
	schema: './server/db/tables/*.ts',
	out: './server/db/migrations',
});
