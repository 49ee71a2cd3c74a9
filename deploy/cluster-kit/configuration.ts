import { access, chmod, chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '#server/db/embedded/service-account.ts';
import { type Layout, layoutFile, MACHINES, type MachineName } from './layout.ts';
import { POSTGRES_BINARIES } from './programs.ts';

/** What each of the three machines has. */
const OF_A_MACHINE = [
	'etcd.yml',
	'patroni.yml',
	'market.sql',
	'pgbouncer.ini',
	'userlist.txt',
	'redis.conf',
	'sentinel.conf',
];
/** These two write into theirs what they learn. */
const KEPT = ['redis.conf', 'sentinel.conf'];
/** What the programs of a machine store, below its folder; PostgreSQL and etcd make their own. */
const STORES = ['redis'];

/** What differs between a try on one computer and three real machines. */
export interface Setting {
	/** Below which each program keeps what is its own. */
	folderOf: (machine: MachineName) => string;
	/** PostgreSQL's own memory: a quarter of the machine's, or little. */
	sharedBuffers: string;
	watchdog: 'off' | 'automatic';
}

/**
 * Writes all configurations below a folder: `a`, `b` and `c` for the machines, `balancer` for HAProxy. What is there is
 * written anew, but for what a program has changed itself.
 * @param account whom everything belongs to, because the programs do not run as root
 */
export async function writeConfigurations(
	folder: string,
	layout: Layout,
	setting: Setting,
	account: Account | undefined,
): Promise<void> {
	await makeFolder(folder, account);
	await writeOwn(layoutFile(folder), `${JSON.stringify(layout, null, '\t')}\n`, account);
	for (const machine of MACHINES) {
		const place = join(folder, machine);
		await makeFolder(place, account);
		for (const store of STORES) await makeFolder(join(place, store), account);
		for (const name of OF_A_MACHINE) {
			const file = join(place, name);
			if (KEPT.includes(name) && (await isThere(file))) continue;
			await writeOwn(file, await filled(name, valuesOf(layout, setting, machine)), account);
		}
	}
	const balancer = join(folder, 'balancer');
	await makeFolder(balancer, account);
	const text = await filled('haproxy.cfg', sharedValues(layout));
	await writeOwn(join(balancer, 'haproxy.cfg'), text, account);
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

function valuesOf(layout: Layout, setting: Setting, name: MachineName): Record<string, string> {
	const { folderOf, sharedBuffers, watchdog } = setting;
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
async function filled(name: string, values: Record<string, string>): Promise<string> {
	const template = await readFile(join(import.meta.dirname, 'templates', `${name}.tmpl`), 'utf8');
	return template.replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => {
		const value = values[key];
		if (value === undefined) throw new Error(`${name}.tmpl asks for ${key}, which nobody knows.`);
		return value;
	});
}

async function makeFolder(folder: string, account: Account | undefined): Promise<void> {
	await mkdir(folder, { recursive: true, mode: 0o700 });
	if (account) await chown(folder, account.uid, account.gid);
}

/** Passwords are in nearly all of them. */
async function writeOwn(file: string, text: string, account: Account | undefined): Promise<void> {
	await writeFile(file, text, { mode: 0o600 });
	await chmod(file, 0o600);
	if (account) await chown(file, account.uid, account.gid);
}

function isThere(file: string): Promise<boolean> {
	return access(file).then(
		() => true,
		() => false,
	);
}
