import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { inject } from 'vitest';
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts';
import { migrate, prepareAppRole } from '#server/db/migrate/migrate.ts';
import { openJobQueue } from '#server/jobs/job-queue.ts';

const run = promisify(execFile);
const SILENT = pino({ level: 'silent' });

/**
 * Fills a folder with the database files that a first start creates in `DATA_DIR/postgres`, for tests of later starts.
 * Copying them takes a tenth of the time of a real start.
 * @returns the folder
 */
export async function copyMigratedDatabase(folder: string): Promise<string> {
	const template = join(inject('runFolder'), 'ready');
	const hasTemplate = await access(template).then(
		() => true,
		() => false,
	);
	if (!hasTemplate) await createMigratedDatabase(template);
	await mkdir(folder, { recursive: true });
	// `-a` keeps the owner of the files, who is not always the current user.
	await run('cp', ['-a', join(template, 'cluster'), join(folder, 'cluster')]);
	return folder;
}

/** Created under a temporary name and then renamed, because another test worker may create it at the same time. */
async function createMigratedDatabase(template: string): Promise<void> {
	const draft = `${template}-${randomUUID()}`;
	const postgres = await startEmbeddedPostgres({ folder: draft, settings: ['fsync=off'] });
	const url = postgres.url('postgres');
	await migrate(url);
	await (await openJobQueue(url, SILENT)).stop();
	await prepareAppRole(url, SILENT);
	await postgres.stop();
	await rename(draft, template).catch(() => rm(draft, { recursive: true }));
}

declare module 'vitest' {
	interface ProvidedContext {
		/** A folder shared by all files of a run; deleted at its end. */
		runFolder: string;
	}
}
