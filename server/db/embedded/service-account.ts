import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

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
