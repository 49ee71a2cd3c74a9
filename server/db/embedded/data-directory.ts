import { execFile } from 'node:child_process';
import { access, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Account, launchAs } from './service-account.ts';

const execFileAsync = promisify(execFile);

interface PrepareOptions {
	initdb: string;
	/** The folder that PostgreSQL keeps everything in. */
	dataDirectory: string;
	account: Account | undefined;
	onProgress: (step: string) => void;
}

/** The program that filled a folder ends a moment after whoever started it was killed, and may still be writing there. */
const REMOVE_OPTIONS = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };

/**
 * Makes PostgreSQL's own folder when it is missing. It is made under another name and gets its own when it is whole, so
 * that neither an interruption nor a second process at the same time leaves half of one.
 * @throws Error in one line when PostgreSQL can't write there
 */
export async function prepareDataDirectory(options: PrepareOptions): Promise<void> {
	const { initdb, dataDirectory, account, onProgress } = options;
	if (await isComplete(dataDirectory)) return;
	onProgress('Preparing the database');
	await removeIncomplete(dataDirectory);
	const temporaryDirectory = `${dataDirectory}-${process.pid}`;
	try {
		await initialise(initdb, temporaryDirectory, account);
		await rename(temporaryDirectory, dataDirectory);
	} catch (error) {
		await rm(temporaryDirectory, REMOVE_OPTIONS);
		if (await isComplete(dataDirectory)) return;
		throw new Error(failureMessage(error, dataDirectory, account), { cause: error });
	}
}

function isComplete(dataDirectory: string): Promise<boolean> {
	return access(join(dataDirectory, 'PG_VERSION')).then(
		() => true,
		() => false,
	);
}

/** What interrupted first starts left: drafts of processes that are gone, and a folder that nothing was finished in. */
async function removeIncomplete(dataDirectory: string): Promise<void> {
	const folder = dirname(dataDirectory);
	const drafts = (await readdir(folder)).filter((name) => {
		const pid = Number(name.match(/-(\d+)$/)?.[1]);
		const isDraft = name === `${basename(dataDirectory)}-${pid}`;
		return isDraft && (pid === process.pid || !isRunning(pid));
	});
	for (const name of [...drafts, basename(dataDirectory)]) {
		await rm(join(folder, name), REMOVE_OPTIONS);
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
	await execFileAsync(program, args, { cwd: '/', ...identity });
}

function failureMessage(
	error: unknown,
	dataDirectory: string,
	account: Account | undefined,
): string {
	const stderr = String((error as { stderr?: string }).stderr || error);
	const lastLine = stderr.trim().split('\n').at(-1);
	const hint =
		account && /permission denied/i.test(stderr)
			? ` It runs as "${account.name}", which must be able to enter every folder above; or set DATA_DIR to another.`
			: '';
	return `PostgreSQL could not be set up in ${dataDirectory}: ${lastLine}.${hint}`;
}

/**
 * A server of an earlier run may still be there: killed processes leave it behind for a moment, and a second start
 * finds the first one's. Only the first kind goes away by itself.
 * @throws Error in one line when it stays
 */
export async function requireNotInUse(
	dataDirectory: string,
	socketDirectory: string,
	port: number,
): Promise<void> {
	const deadline = Date.now() + 10_000;
	while (await isServing(dataDirectory)) {
		if (Date.now() > deadline || (await hasClients(socketDirectory, port))) {
			throw new Error(
				`The market already runs on ${dataDirectory}. Stop it first, or set DATA_DIR to another folder.`,
			);
		}
		await new Promise((resume) => setTimeout(resume, 100));
	}
}

async function isServing(dataDirectory: string): Promise<boolean> {
	const pid = await readPostmasterPid(dataDirectory);
	return pid > 0 && isRunning(pid) && (await isPostgres(pid));
}

/** The process that PostgreSQL has noted as serving this folder; 0 for none. */
export async function readPostmasterPid(dataDirectory: string): Promise<number> {
	const lines = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '');
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
	return execFileAsync('ps', ['-o', 'command=', '-p', String(pid)]).then(
		({ stdout }) => stdout.includes('postgres'),
		() => false,
	);
}

async function hasClients(socketDirectory: string, port: number): Promise<boolean> {
	const client = new pg.Client({ host: socketDirectory, port, user: 'postgres' });
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
