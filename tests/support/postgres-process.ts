import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';

/** Keeps the embedded PostgreSQL of a folder running until SIGTERM; prints its URL, or why it failed. */
const [folder = ''] = process.argv.slice(2);
try {
	const postgres = await startEmbeddedPostgres({ folder });
	process.stdout.write(`ready ${postgres.url('postgres')}\n`);
	process.once('SIGTERM', () => postgres.stop().then(() => process.exit(0)));
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
}
