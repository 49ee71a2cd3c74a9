import { randomUUID } from 'node:crypto';
import {
	copyFile,
	type FileHandle,
	mkdtemp,
	open,
	readdir,
	readFile,
	rm,
	stat,
	truncate,
	writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openPromise } from 'yauzl';
import { migrate, migrationNames, prepareAppRole } from '#server/db/migrate/migrate.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import { createDiskPhotoStore } from '#server/storage/disk-photo-store.ts';
import type { PhotoStore } from '#server/storage/photo-store.ts';
import { photoFileNames } from '#server/storage/photo-urls.ts';
import { openApp } from '#tests/support/app.ts';
import { createEmptyDatabase } from '#tests/support/clone-database.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { query } from '#tests/support/query.ts';
import { run as runRestore } from '#tools/cli/commands/restore.ts';
import { openArchive } from './archive.ts';
import { createBackup } from './create-archive.ts';
import { restoreBackup } from './restore-archive.ts';
import { listTables } from './tables.ts';

const ignoreProgress = () => undefined;
/** Of so many schema versions, one is backed up and restored. */
const VERSIONS_PER_SAMPLE = 24;
const t = await openApp();
const folder = await mkdtemp(join(tmpdir(), 'market-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const stores = { databaseUrl: t.url, store: t.store, dataDir: t.dataDir };
await writeFile(join(t.dataDir, 'jwt-secret'), 'a secret of this installation');

// The database gets data of many features and with special characters.
const seller = await t.student({ userName: 'Asha \t Rao \\ "x", é, हिन्दी' });
const buyer = await t.student();
const item = await t.item(seller, { photoCount: 3, title: 'Drafter\nwith a second line' });
const room = await t.conversation(item, buyer);
await t.message(room, buyer, 'Is it still there?\r\nI can come at five.');
const admin = await t.admin({ roleLevel: 'super_admin' });
await t.as(buyer).post(`/report/report-item/${item.id}`, { complaint: 'Not as described' });
await t.db.transaction((tx) =>
	t.queue.addTask(tx, accountMailTask, { letter: 'confirm-email', userId: seller.id }),
);

async function createEmptyTarget() {
	const dataDir = await mkdtemp(join(tmpdir(), 'market-restored-'));
	onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
	const store = createDiskPhotoStore(join(dataDir, 'photos'));
	return { databaseUrl: await createEmptyDatabase(), store, dataDir };
}

async function createTestBackup(): Promise<string> {
	const path = join(folder, `${randomUUID()}.zip`);
	await createBackup(path, stores, ignoreProgress);
	return path;
}

/** A backup that no test changes. */
const sharedBackup = await createTestBackup();

async function restoreShared() {
	const target = await createEmptyTarget();
	const archive = await openArchive(sharedBackup);
	await restoreBackup(archive, target, ignoreProgress);
	archive.close();
	return target;
}

/** A copy of the backup, of which one byte in the middle of the first entry with this prefix is changed. */
async function createDamagedBackup(namePrefix: string): Promise<string> {
	const path = join(folder, `${randomUUID()}.zip`);
	await copyFile(sharedBackup, path);
	await using file = await open(path, 'r+');
	await invertByte(file, await findMiddleByte(path, namePrefix));
	return path;
}

async function invertByte(file: FileHandle, position: number): Promise<void> {
	const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position);
	await file.write(Buffer.from([(buffer[0] ?? 0) ^ 0xff]), 0, 1, position);
}

/** Every row of every table in a fixed order, as one text per table. */
async function readAllRows(databaseUrl: string): Promise<Record<string, string[]>> {
	const client = new pg.Client({ connectionString: databaseUrl });
	await client.connect();
	try {
		const content: Record<string, string[]> = {};
		for (const { schema, name } of await listTables(client)) {
			// The job queue updates its own maintenance time.
			if (schema === 'pgboss' && name !== 'job') continue;
			const { rows } = await client.query(
				`select r::text as row from "${schema}"."${name}" r order by 1`,
			);
			content[`${schema}.${name}`] = rows.map(({ row }) => row);
		}
		return content;
	} finally {
		await client.end();
	}
}

/** The position in the file of the middle byte of the first entry whose name has this prefix. */
async function findMiddleByte(path: string, namePrefix: string): Promise<number> {
	const zip = await openPromise(path);
	for await (const entry of zip.eachEntry()) {
		if (!entry.fileName.startsWith(namePrefix)) continue;
		const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
		zip.close();
		return fileDataStart + Math.floor(entry.compressedSize / 2);
	}
	throw new Error(`There is no ${namePrefix}.`);
}

async function readPhotoBytes(store: PhotoStore, name: string): Promise<Buffer> {
	const photo = await store.read(name);
	if (!photo) throw new Error(`There is no ${name}.`);
	return buffer(photo.content);
}

/** A restore leaves out sessions and one-time links, because some may have been revoked after the backup. */
const NO_SESSIONS_OR_LINKS = {
	'public.sessions': [],
	'public.admin_sessions': [],
	'public.one_time_links': [],
};

test('a restored backup equals the original in every row, photo and secret, except for sessions and one-time links', async () => {
	const target = await restoreShared();

	expect(await readAllRows(target.databaseUrl)).toEqual({
		...(await readAllRows(t.url)),
		...NO_SESSIONS_OR_LINKS,
	});
	for (const name of item.hashes.flatMap(photoFileNames)) {
		expect(await readPhotoBytes(target.store, name)).toEqual(await readPhotoBytes(t.store, name));
	}
	expect(await readFile(join(target.dataDir, 'jwt-secret'), 'utf8')).toBe(
		'a secret of this installation',
	);
	expect((await stat(join(target.dataDir, 'jwt-secret'))).mode & 0o777).toBe(0o600);

	// Sequences continue after the original values, and triggers work.
	const [{ id } = { id: 0 }] = await query<{ id: number }>(
		target.databaseUrl,
		`insert into items (seller_id, title, description, price, category)
		values ($1, 'Quixotic sextant', 'x', 5, 'Books') returning id`,
		[seller.id],
	);
	expect(id).toBeGreaterThan(item.id);
	expect(
		await query(target.databaseUrl, `select word from title_words where word = 'quixotic'`),
	).toHaveLength(1);
	await expect(query(target.databaseUrl, 'delete from audit_log')).rejects.toThrow(
		'The audit log can only be added to.',
	);
});

test('a backup made while items are posted contains every photo that its rows refer to', async () => {
	let isWriting = true;
	const writer = (async () => {
		while (isWriting) {
			await t.item(seller, { photoCount: 1 });
			await setTimeout(1);
		}
	})();
	const path = await createTestBackup();
	isWriting = false;
	await writer;
	const target = await createEmptyTarget();
	const archive = await openArchive(path);

	await restoreBackup(archive, target, ignoreProgress);

	archive.close();
	const missingPhotos = await query(
		target.databaseUrl,
		'select 1 from item_photos left join photos on hash = photo_hash where hash is null',
	);
	expect(missingPhotos).toEqual([]);
	const photos = await query<{ hash: string }>(target.databaseUrl, 'select hash from photos');
	for (const { hash } of photos) {
		for (const name of photoFileNames(hash)) expect(await target.store.find(name)).toBeDefined();
	}
});

test('a backup file is readable by its owner only, and a failed backup leaves no file', async () => {
	expect((await stat(sharedBackup)).mode & 0o777).toBe(0o600);
	const failing = join(folder, 'failing.zip');
	const store: PhotoStore = {
		...t.store,
		read: () => Promise.reject(new Error('The disk is gone.')),
	};
	await expect(createBackup(failing, { ...stores, store }, ignoreProgress)).rejects.toThrow(
		'The disk is gone.',
	);
	await expect(stat(failing)).rejects.toThrow('ENOENT');
	await expect(stat(`${failing}.partial`)).rejects.toThrow('ENOENT');
});

test('opening a backup fails if a byte of any part is changed, if it is cut off, or if the file is no backup', async () => {
	const faulty = await Promise.all(
		[
			'manifest.json',
			'tables/public.users.copy',
			'photos/',
			'secrets/jwt-secret',
			'checksums.json',
		].map(createDamagedBackup),
	);
	const { size } = await stat(sharedBackup);
	for (const length of [0, 100, size * 0.5, size * 0.999]) {
		const path = join(folder, `${length}.zip`);
		await copyFile(sharedBackup, path);
		await truncate(path, Math.floor(length));
		faulty.push(path);
	}
	const letter = join(folder, 'letter.zip');
	await writeFile(letter, 'Dear market,');

	for (const path of faulty)
		await expect(openArchive(path), path).rejects.toThrow(
			/damaged|checksums|is no whole backup|lacks/,
		);
	await expect(openArchive(letter)).rejects.toThrow('is no whole backup');
});

test('opening a backup fails if any of 200 bytes in the middle of the checksums is changed', async () => {
	const path = join(folder, 'checksums.zip');
	await copyFile(sharedBackup, path);
	await using file = await open(path, 'r+');
	const middle = await findMiddleByte(path, 'checksums.json');
	for (let position = middle - 100; position < middle + 100; position++) {
		await invertByte(file, position);
		await expect(openArchive(path)).rejects.toThrow('damaged: checksums.json');
		await invertByte(file, position);
	}
});

test('a restore of a damaged backup is refused and leaves the empty target unchanged', async () => {
	const path = await createDamagedBackup('tables/public.users.copy');
	const target = await createEmptyTarget();
	vi.stubEnv('DATABASE_URL', target.databaseUrl);
	vi.stubEnv('DATA_DIR', target.dataDir);
	onTestFinished(() => void vi.unstubAllEnvs());
	const filesBefore = await readdir(target.dataDir, { recursive: true });

	await expect(runRestore([path])).rejects.toThrow('damaged');

	expect(await readAllRows(target.databaseUrl)).toEqual({});
	expect(await readdir(target.dataDir, { recursive: true })).toEqual(filesBefore);
});

test('a restore into a target that is not empty is refused, and rows, photos and secrets stay unchanged', async () => {
	const archive = await openArchive(sharedBackup);
	// Written after the backup, and so different from its content.
	await t.student();
	await writeFile(join(t.dataDir, 'jwt-secret'), 'a later secret');
	onTestFinished(() => writeFile(join(t.dataDir, 'jwt-secret'), 'a secret of this installation'));
	const [photo = ''] = item.hashes.flatMap(photoFileNames);
	const original = await readPhotoBytes(t.store, photo);
	await t.store.put(photo, Buffer.from('a later photo'));
	onTestFinished(() => t.store.put(photo, original));
	const rowsBefore = await readAllRows(t.url);
	const filesBefore = await readdir(t.dataDir, { recursive: true });

	await expect(restoreBackup(archive, stores, ignoreProgress)).rejects.toThrow(
		'There is a market in this place already. Restore into an empty one.',
	);

	archive.close();
	expect(await readAllRows(t.url)).toEqual(rowsBefore);
	expect((await readdir(t.dataDir, { recursive: true })).sort()).toEqual(filesBefore.sort());
	expect(await readFile(join(t.dataDir, 'jwt-secret'), 'utf8')).toBe('a later secret');
	expect(String(await readPhotoBytes(t.store, photo))).toBe('a later photo');
});

test('after a restore, no user or administrator is signed in, mailed links are invalid, and both can sign in again', async () => {
	const person = await t.student({ emailConfirmedAt: new Date() });
	await t.as(null).post('/auth/forgot-password', { email: person.email });
	const archive = await openArchive(await createTestBackup());
	const target = await createEmptyTarget();
	await restoreBackup(archive, target, ignoreProgress);
	archive.close();
	await prepareAppRole(target.databaseUrl, t.app.log);
	const restored = await openApp({ DATABASE_URL: target.databaseUrl });

	const [student, dean] = [
		await restored.as(person).get('/auth'),
		await restored.as(admin).get('/admin/profile'),
	];

	expect([student.statusCode, dean.statusCode]).toEqual([401, 401]);
	expect(await query(target.databaseUrl, 'select from one_time_links')).toEqual([]);
	const { email } = person;
	const newSignIn = await restored.as(null).post('/auth/login', { email, password: PASSWORD });
	expect(newSignIn.statusCode).toBe(200);
	const credentials = { email: admin.email, password: PASSWORD };
	const res = await restored.as(null).post('/admin/login', credentials);
	expect(res.statusCode).toBe(200);
	const { accessToken } = res.json();
	expect((await restored.as({ token: accessToken }).get('/admin/settings')).statusCode).toBe(200);
});

test('a backup of an earlier schema version is restored unchanged, and can then be migrated', async () => {
	const [firstMigration = '', ...laterMigrations] = await migrationNames();
	const sampled = laterMigrations.filter((_, index) => (index + 1) % VERSIONS_PER_SAMPLE === 0);
	let databaseUrl = await createEmptyDatabase();
	await migrate(databaseUrl, { through: firstMigration });
	const [user] = await query<{ id: number }>(
		databaseUrl,
		`insert into users (user_name, email) values ('Asha', 'asha@campus.example') returning id`,
	);
	await query(
		databaseUrl,
		`insert into items (seller_id, title, description, price, category)
		values ($1, 'Drafter', 'Fine', 100, 'Instruments')`,
		[user?.id],
	);
	for (const migration of sampled) {
		const path = join(folder, `before-${migration}.zip`);
		await createBackup(path, { ...stores, databaseUrl }, ignoreProgress);
		const target = await createEmptyTarget();
		const archive = await openArchive(path);

		await restoreBackup(archive, target, ignoreProgress);
		archive.close();

		expect(await readAllRows(target.databaseUrl)).toEqual(await readAllRows(databaseUrl));
		await migrate(target.databaseUrl, { through: migration });
		databaseUrl = target.databaseUrl;
	}
	await migrate(databaseUrl);

	const items = await query(
		databaseUrl,
		'select title, user_name from items join users on users.id = seller_id',
	);
	expect(items).toEqual([{ title: 'Drafter', user_name: 'Asha' }]);
}, 300_000);
