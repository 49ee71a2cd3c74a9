import { access, chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Account } from '#server/db/embedded/service-account.ts';
import { type Layout, layoutPath, MACHINES, type MachineName, readLayout } from './layout.ts';
import { POSTGRES_BINARIES } from './programs.ts';

/** The configuration files of each of the three machines. */
const MACHINE_FILES = [
	'etcd.yml',
	'patroni.yml',
	'market.sql',
	'pgbouncer.ini',
	'userlist.txt',
	'redis.conf',
	'sentinel.conf',
];
/** Files that their programs rewrite at run time. While the addresses stay the same, existing ones are kept. */
const PROGRAM_MODIFIED_FILES = ['redis.conf', 'sentinel.conf'];
/** Data folders below a machine's folder; PostgreSQL and etcd create their own. */
const DATA_FOLDERS = ['redis'];

/** The settings that differ between a test on one computer and three real machines. */
export interface ClusterSettings {
	/** The folder below which each program keeps its files. */
	folderOf: (machine: MachineName) => string;
	/** PostgreSQL's `shared_buffers`: a quarter of a real machine's memory, little in a test. */
	sharedBuffers: string;
	watchdog: 'off' | 'automatic';
}

/**
 * Writes all configurations below a folder: `a`, `b` and `c` for the machines, `balancer` for HAProxy. Replaces
 * existing files, except those that their programs have rewritten for the same addresses.
 * @param account the owner of all files, as the programs do not run as root
 */
export async function writeConfigurations(
	folder: string,
	layout: Layout,
	settings: ClusterSettings,
	account: Account | undefined,
): Promise<void> {
	await createFolder(folder, account);
	const previous = await readLayout(folder);
	if (!isDeepStrictEqual(previous?.addresses, layout.addresses)) await deleteModifiedFiles(folder);
	// The layout is written first: the files that an interrupted run leaves then belong to this layout.
	await writePrivateFile(layoutPath(folder), `${JSON.stringify(layout, null, '\t')}\n`, account);
	for (const machine of MACHINES) {
		const machineFolder = join(folder, machine);
		await createFolder(machineFolder, account);
		for (const dataFolder of DATA_FOLDERS)
			await createFolder(join(machineFolder, dataFolder), account);
		for (const name of MACHINE_FILES) {
			const file = join(machineFolder, name);
			if (PROGRAM_MODIFIED_FILES.includes(name) && (await fileExists(file))) continue;
			await writePrivateFile(
				file,
				await renderTemplate(name, machineValues(layout, settings, machine)),
				account,
			);
		}
	}
	const balancer = join(folder, 'balancer');
	await createFolder(balancer, account);
	const text = await renderTemplate('haproxy.cfg', sharedValues(layout));
	await writePrivateFile(join(balancer, 'haproxy.cfg'), text, account);
}

async function deleteModifiedFiles(folder: string): Promise<void> {
	for (const machine of MACHINES)
		for (const name of PROGRAM_MODIFIED_FILES)
			await rm(join(folder, machine, name), { force: true });
}

function sharedValues({ addresses, balancer, passwords }: Layout): Record<string, string> {
	return {
		balancer,
		addressOfA: addresses.a,
		addressOfB: addresses.b,
		addressOfC: addresses.c,
		...Object.fromEntries(
			Object.entries(passwords).map(([name, value]) => [`${name}Password`, value]),
		),
	};
}

function machineValues(
	layout: Layout,
	settings: ClusterSettings,
	name: MachineName,
): Record<string, string> {
	const { folderOf, sharedBuffers, watchdog } = settings;
	return {
		...sharedValues(layout),
		name,
		address: layout.addresses[name],
		network: layout.network,
		folder: folderOf(name),
		binaries: POSTGRES_BINARIES,
		sharedBuffers,
		watchdog,
		replicaof: name === 'a' ? '' : `replicaof ${layout.addresses.a} 6379`,
	};
}

/** @throws Error for a placeholder that has no value */
async function renderTemplate(name: string, values: Record<string, string>): Promise<string> {
	const template = await readFile(join(import.meta.dirname, 'templates', `${name}.tmpl`), 'utf8');
	return template.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
		const value = values[key];
		if (value === undefined) throw new Error(`${name}.tmpl asks for ${key}, which nobody knows.`);
		return value;
	});
}

async function createFolder(folder: string, account: Account | undefined): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	if (account) await chown(folder, account.uid, account.gid);
}

/**
 * Writes a file that only its owner can read, because nearly all of these files contain passwords. After an
 * interrupted run, the file has its old or its new content, never a part.
 */
async function writePrivateFile(
	file: string,
	text: string,
	account: Account | undefined,
): Promise<void> {
	const unfinished = `${file}.new`;
	await writeFile(unfinished, text, { mode: 0o600, flush: true });
	await chmod(unfinished, 0o600);
	if (account) await chown(unfinished, account.uid, account.gid);
	await rename(unfinished, file);
}

function fileExists(file: string): Promise<boolean> {
	return access(file).then(
		() => true,
		() => false,
	);
}
