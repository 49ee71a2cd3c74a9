import { execFile } from 'node:child_process';
import { access, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '#server/db/client.ts';
import { isProcessRunning } from '#server/lib/processes.ts';

/** The system account that PostgreSQL runs as when we are root, because it refuses to run as root. */
export interface Account {
	name: string;
	uid: number;
	gid: number;
}

/** @returns undefined when we are not root: PostgreSQL then runs as the same account */
export async function serviceAccount(): Promise<Account | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const name = 'postgres';
	const existing = await findIds(name);
	if (existing) return { name, ...existing };
	await execFileAsync('useradd', ['--system', '--user-group', '--no-create-home', name]);
	const created = await findIds(name);
	if (!created) throw new Error(`Could not make the account "${name}" that PostgreSQL runs as.`);
	return { name, ...created };
}

async function findIds(name: string): Promise<{ uid: number; gid: number } | undefined> {
	try {
		const [uid, gid] = await Promise.all(
			['-u', '-g'].map(async (flag) => Number((await execFileAsync('id', [flag, name])).stdout)),
		);
		return uid && gid ? { uid, gid } : undefined;
	} catch {
		return undefined;
	}
}

/** How to spawn a program; `identity` is set when spawn itself must change the account. */
export interface Launch {
	program: string;
	args: string[];
	identity: { uid?: number; gid?: number };
}

/** Capabilities to read any folder; many containers don't have them. */
const READ_ANY_FOLDER = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];
/** Kernel signal to the program when its parent dies in any way. */
const END_WITH_PARENT = '--pdeathsig=INT';

/**
 * Builds the command that runs a program as `account` and ends it with this process, if the system has `setpriv`. As
 * root, the program can usually also enter folders of mode 700 above ours, so that a clone in root's home works.
 */
export async function launchAs(account: Account | undefined, command: string[]): Promise<Launch> {
	const [program = '', ...args] = command;
	if (!(await canSetpriv(END_WITH_PARENT))) {
		return { program, args, identity: account ? { uid: account.uid, gid: account.gid } : {} };
	}
	const accountOptions = account
		? [`--reuid=${account.name}`, `--regid=${account.name}`, '--clear-groups']
		: [];
	const capabilityOptions =
		account && (await canSetpriv(...READ_ANY_FOLDER)) ? READ_ANY_FOLDER : [];
	return {
		program: 'setpriv',
		args: [...accountOptions, ...capabilityOptions, END_WITH_PARENT, ...command],
		identity: {},
	};
}

function canSetpriv(...options: string[]): Promise<boolean> {
	return execFileAsync('setpriv', [...options, 'true']).then(
		() => true,
		() => false,
	);
}

const execFileAsync = promisify(execFile);

interface PrepareOptions {
	initdb: string;
	/** PostgreSQL's data directory. */
	dataDirectory: string;
	account: Account | undefined;
	onProgress: (step: string) => void;
}

/** With retries: an initdb whose parent process was killed ends a moment later, and may still be writing. */
const REMOVE_OPTIONS = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };

/**
 * Creates PostgreSQL's data directory when it is missing. It is created under a temporary name and renamed when
 * complete, so that neither an interruption nor a second process leaves an incomplete one.
 * @throws Error with a one-line message when the directory can't be created
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

/**
 * Removes what interrupted first starts left: temporary folders of ended processes, and an incomplete data directory.
 */
async function removeIncomplete(dataDirectory: string): Promise<void> {
	const folder = dirname(dataDirectory);
	const abandoned = (await readdir(folder)).filter((name) => {
		const pid = Number(name.match(/-(\d+)$/)?.[1]);
		const isTemporary = name === `${basename(dataDirectory)}-${pid}`;
		// An earlier process may have had our pid: in a container, every start often gets the same one.
		return isTemporary && (pid === process.pid || !isProcessRunning(pid));
	});
	for (const name of abandoned) await rm(join(folder, name), REMOVE_OPTIONS);
	// A second process may have completed the data directory meanwhile.
	if (!(await isComplete(dataDirectory))) await rm(dataDirectory, REMOVE_OPTIONS);
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
 * Waits for the PostgreSQL server of an earlier run: it ends a moment after its killed parent. A server with clients
 * belongs to another running app and does not end.
 * @throws Error with a one-line message when the server does not end
 */
export async function requireNotInUse(
	dataDirectory: string,
	socketDirectory: string,
	port: number,
): Promise<void> {
	const deadline = Date.now() + 10_000;
	while (await findPostmaster(dataDirectory)) {
		if (Date.now() > deadline || (await hasClients(socketDirectory, port))) {
			throw new Error(
				`The market already runs on ${dataDirectory}. Stop it first, or set DATA_DIR to another folder.`,
			);
		}
		await new Promise((resume) => setTimeout(resume, 100));
	}
}

/** The pid of the PostgreSQL that serves this directory; undefined if none does. */
export async function findPostmaster(dataDirectory: string): Promise<number | undefined> {
	const pid = await readPostmasterPid(dataDirectory);
	// Processes of other accounts do not count: PostgreSQL ignores them too.
	return pid > 0 && isProcessRunning(pid) && (await isPostgres(pid)) ? pid : undefined;
}

/** The pid that PostgreSQL recorded for this directory; 0 for none. */
export async function readPostmasterPid(dataDirectory: string): Promise<number> {
	const lines = await readFile(join(dataDirectory, 'postmaster.pid'), 'utf8').catch(() => '');
	return Number(lines.split('\n', 1)[0]);
}

/** After a reboot the pid may belong to another program. Without `ps`, PostgreSQL checks by itself. */
function isPostgres(pid: number): Promise<boolean> {
	return execFileAsync('ps', ['-o', 'command=', '-p', String(pid)]).then(
		({ stdout }) => stdout.includes('postgres'),
		() => false,
	);
}

/** False while the server is stopping or starting: the caller tries again. */
function hasClients(socketDirectory: string, port: number): Promise<boolean> {
	return withClient({ host: socketDirectory, port, user: 'postgres' }, async (client) => {
		const { rowCount } = await client.query(
			"select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
		);
		return (rowCount ?? 0) > 0;
	}).catch(() => false);
}
