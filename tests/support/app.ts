import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { connect } from '#server/db/client.ts';
import { diskPhotoStore } from '#server/storage/photo-store.ts';
import { callsAs } from './calls.ts';
import { cloneDatabase } from './clone.ts';
import { factories } from './factories.ts';
import { SECRET } from './secret.ts';

/** One app on its own clone of the template database and its own folder, let go when the file ends. */
export async function openApp(environment: Record<string, string> = {}) {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-data-'));
	const ours = { DATA_DIR: dataDir, WEB_FOLDER: join(import.meta.dirname, 'pages'), RATE_LIMIT: 'off' };
	const config = readConfig({ ...ours, ...environment });
	const failures: unknown[] = [];
	const connection = connect(await cloneDatabase(), (error) => failures.push(error));
	const store = diskPhotoStore(join(dataDir, 'photos'));
	const app = await buildApp({
		config,
		connection,
		store,
		secret: SECRET,
		log: recordingLog(failures),
	});
	await app.ready();
	afterAll(async () => {
		await app.close();
		await connection.close();
		await rm(dataDir, { recursive: true, force: true });
		if (failures.length > 0) throw new Error('The server logged errors.', { cause: failures });
	});
	const { db } = connection;
	return { app, db, store, config, dataDir, ...factories(db, store), as: callsAs(app), failures };
}

/** An error in the log fails the test file: nothing that users can do is an error of ours. */
function recordingLog(failures: unknown[]): FastifyBaseLogger {
	const level = 'error';
	const stream = { write: (line: string) => failures.push(JSON.parse(line)) };
	return pino({ level, name: randomUUID() }, stream);
}
