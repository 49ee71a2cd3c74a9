import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, chown, lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Binaries, postgresBinaries } from './binaries.ts';
import { prepareDataDirectory, readPostmasterPid, requireNotInUse } from './data-directory.ts';
import { type Account, launchAs, serviceAccount } from './service-account.ts';
import { type RunningProcess, supervise } from './supervisor.ts';

/** What a system path of a socket may measure at most: 107 bytes on Linux, 103 on macOS, less the socket's own name. */
const SOCKET_FOLDER_MAX = 85;
const PORT = 5432;

export interface EmbeddedPostgres {
	/** Address of a database of this server, reached through its unix socket. */
	url: (database: string) => string;
	/** Lets running statements finish, then ends. */
	stop: () => Promise<void>;
}

interface Options {
	/** Kept across starts; made when missing. */
	folder: string;
	/** Whose programs; those that came with the package manager unless said. */
	binaries?: Binaries;
	/** Extra settings as `name=value`. */
	settings?: readonly string[];
	/** Told in words what takes a while. */
	onProgress?: (step: string) => void;
	/** Told why it is started again. */
	onRestart?: (reason: string) => void;
}

/**
 * Starts the PostgreSQL that ships with the product on a unix socket only, in a process group of its own so that
 * Ctrl-C reaches us first and requests can finish before their database goes. It is started again should it end by itself.
 * @throws Error in one line that says what to do, when the folder is in use or PostgreSQL can't start
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
	const { stop } = await supervise({
		spawn: () =>
			spawnPostgres(binaries.postgres, dataDirectory, socketDirectory, settings, account),
		waitUntilReady: (running) => waitUntilReady(running, url('postgres'), dataDirectory),
		findFatalError,
		onRestart,
	});
	return { url, stop };
}

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
		// Shared pages count only once touched: a small market stays small, a large one finds its indexes in memory.
		'shared_buffers=256MB',
		// In memory, or on a disk that doesn't turn, every place is as near as the next; reckoned otherwise, small tables are
		// read whole.
		'random_page_cost=1.1',
		'log_min_messages=fatal',
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
	child.stderr.on('data', (chunk) => {
		stderrTail = `${stderrTail}${chunk}`.slice(-4000);
	});
	return { child, stderrTail: () => stderrTail };
}

/**
 * Its last line of what ends a process, without the lines of detail below it: these may hold what people wrote. What a client's
 * own process ends with is between the two, unless all others have to end with it.
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
		if (child.exitCode !== null || child.signalCode !== null) {
			throw new Error(`PostgreSQL did not start: ${stderrTail().trim().replaceAll(/\s+/g, ' ')}`);
		}
		const client = new pg.Client({ connectionString: url });
		// It may end at any moment of this, and is then asked again.
		client.on('error', () => undefined);
		try {
			await client.connect();
			// With two starts at once, it may be the other one's that answers.
			if ((await readPostmasterPid(dataDirectory)) === child.pid) return;
		} catch {
			// Not listening yet.
		} finally {
			await client.end().catch(() => undefined);
		}
		await new Promise((resume) => setTimeout(resume, 25));
	}
}

/** Below the data folder, or in the system's own where that would be too long for a socket's address. */
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
 * In the system's folder anyone can take a name first, and would then hold our socket.
 * @throws Error in one line when the folder is someone else's
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
