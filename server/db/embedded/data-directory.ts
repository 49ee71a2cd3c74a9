import { execFile } from 'node:child_process';
import { access, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Account, launchAs } from './service-account.ts';

const run = promisify(execFile);

interface Preparation {
	initdb: string;
	/** The folder that PostgreSQL keeps everything in. */
	cluster: string;
	account: Account | undefined;
	onProgress: (step: string) => void;
}

/** The program that filled a folder ends a moment after whoever started it was killed, and may still be writing there. */
const REMOVED = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };

/**
 * Makes PostgreSQL's own folder when it is missing. It is made under another name and gets its own when it is whole, so
 * that neither an interruption nor a second process at the same time leaves half of one.
 * @throws Error in one line when PostgreSQL can't write there
 */
export async function prepareCluster(preparation: Preparation): Promise<void> {
	const { initdb, cluster, account, onProgress } = preparation;
	if (await isWhole(cluster)) return;
	onProgress('Preparing the database');
	await removeUnfinished(cluster);
	const draft = `${cluster}-${process.pid}`;
	try {
		await initialise(initdb, draft, account);
		await rename(draft, cluster);
	} catch (error) {
		await rm(draft, REMOVED);
		if (await isWhole(cluster)) return;
		throw new Error(faultOf(error, cluster, account), { cause: error });
	}
}

function isWhole(cluster: string): Promise<boolean> {
	return access(join(cluster, 'PG_VERSION')).then(
		() => true,
		() => false,
	);
}

/** What interrupted first starts left: drafts of processes that are gone, and a folder that nothing was finished in. */
async function removeUnfinished(cluster: string): Promise<void> {
	const folder = dirname(cluster);
	const drafts = (await readdir(folder)).filter((name) => {
		const pid = Number(name.match(/-(\d+)$/)?.[1]);
		const isDraft = name === `${basename(cluster)}-${pid}`;
		return isDraft && (pid === process.pid || !isRunning(pid));
	});
	for (const name of [...drafts, basename(cluster)]) {
		await rm(join(folder, name), REMOVED);
	}
}

async function initialise(initdb: string, folder: string, account: Account | undefined) {
	const { program, args, identity } = await launchAs(account, [
		initdb,
		`--pgdata=${folder}`,
		'--username=postgres',
		'--auth=trust',
		'--encoding=UTF8',
		'--locale=C',
		'--no-sync',
		'--no-instructions',
	]);
	await run(program, args, { cwd: '/', ...identity });
}

function faultOf(error: unknown, cluster: string, account: Account | undefined): string {
	const said = String((error as { stderr?: string }).stderr || error);
	const line = said.trim().split('\n').at(-1);
	const wayOut =
		account && /permission denied/i.test(said)
			? ` It runs as "${account.name}", which must be able to enter every folder above; or set DATA_DIR to another.`
			: '';
	return `PostgreSQL could not be set up in ${cluster}: ${line}.${wayOut}`;
}

/**
 * A server of an earlier run may still be there: killed processes leave it behind for a moment, and a second start
 * finds the first one's. Only the first kind goes away by itself.
 * @throws Error in one line when it stays
 */
export async function requireFree(cluster: string, sockets: string, port: number): Promise<void> {
	const deadline = Date.now() + 10_000;
	while (await isServing(cluster)) {
		if (Date.now() > deadline || (await hasClients(sockets, port))) {
			throw new Error(
				`The market already runs on ${cluster}. Stop it first, or set DATA_DIR to another folder.`,
			);
		}
		await new Promise((resume) => setTimeout(resume, 100));
	}
}

async function isServing(cluster: string): Promise<boolean> {
	const pid = await notedPid(cluster);
	return pid > 0 && isRunning(pid) && (await isPostgres(pid));
}

/** The process that PostgreSQL has noted as serving this folder; 0 for none. */
export async function notedPid(cluster: string): Promise<number> {
	const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
	return Number(lines.split('\n', 1)[0]);
}

/** A process of another account is none of ours, and PostgreSQL takes it for none of its own. */
function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch {
		return false;
	}
}

/** After a restart of the machine the number may belong to something else; where there is no `ps`, PostgreSQL judges. */
function isPostgres(pid: number): Promise<boolean> {
	return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
		({ stdout }) => stdout.includes('postgres'),
		() => false,
	);
}

async function hasClients(sockets: string, port: number): Promise<boolean> {
	const client = new pg.Client({ host: sockets, port, user: 'postgres' });
	client.on('error', () => undefined);
	try {
		await client.connect();
		const { rowCount } = await client.query(
			"select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
		);
		return (rowCount ?? 0) > 0;
	} catch {
		// It is going down, or not up yet: the caller looks again.
		return false;
	} finally {
		await client.end().catch(() => undefined);
	}
}
