/** For `npm run db:generate` (tools/generate-migration.ts); paths are relative to the folder of the project. */
export default {
	dialect: 'postgresql',
	schema: './server/db/schema/*.ts',
	out: './server/db/migrations',
};
