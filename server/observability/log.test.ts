import { expect, onTestFinished, test } from 'vitest';
import { openPool } from '#server/db/client.ts';
import { users } from '#server/db/schema/users.ts';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { openLog } from './log.ts';

function recordingLog() {
	const lines: string[] = [];
	const log = openLog('info', { write: (line) => void lines.push(line) });
	return { log, lines };
}

test('a failed query is logged with statement and cause, without its values', async () => {
	const { db, close } = openPool(await cloneDatabase(), () => undefined);
	onTestFinished(close);
	const asha = { userName: 'Asha', email: 'asha@campus.example', passwordHash: 'a hash of hers' };
	await db.insert(users).values(asha);
	const error = await db
		.insert(users)
		.values(asha)
		.catch((reason: unknown) => reason);
	const { log, lines } = recordingLog();

	log.error({ err: error }, 'request failed');

	const line = lines.join();
	expect(JSON.parse(line)).toMatchObject({
		msg: 'request failed',
		err: {
			message: 'a query failed',
			query: expect.stringContaining('insert into "users"'),
			stack: expect.stringContaining('log.test.ts'),
			cause: { code: '23505', message: expect.stringContaining('users_email_key') },
		},
	});
	for (const secret of Object.values(asha)) expect(line).not.toContain(secret);
});

test('an error other than a failed query is logged with message, stack and cause', () => {
	const { log, lines } = recordingLog();
	const cause = Object.assign(new Error('no space left'), { code: 'ENOSPC' });

	log.error({ err: new TypeError('a photo was not written', { cause }) }, 'request failed');

	expect(JSON.parse(lines.join()).err).toMatchObject({
		type: 'TypeError',
		message: 'a photo was not written',
		stack: expect.stringContaining('log.test.ts'),
		cause: { message: 'no space left', code: 'ENOSPC' },
	});
});

test('headers within a logged object and lines below the log level are left out, and a thrown text is logged unchanged', () => {
	const { log, lines } = recordingLog();

	log.debug('a detail');
	log.error({ err: 'just words' }, 'request failed');
	log.info({ busboyOptions: { headers: { authorization: 'Bearer canary' } } }, 'a plugin says so');

	expect(lines).toHaveLength(2);
	expect(JSON.parse(lines[0] ?? '').err).toBe('just words');
	expect(lines.join()).not.toContain('canary');
});
