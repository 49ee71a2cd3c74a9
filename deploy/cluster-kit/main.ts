import { parseArgs } from 'node:util';
import { reasonOf } from '#tools/lib/error-text.ts';
import { say, stop } from '#tools/lib/terminal.ts';
import { openCluster } from './cluster.ts';
import { writeConfigurations } from './configuration.ts';
import { keptLayout, marketVariables, realLayout } from './layout.ts';

/** `npm run cluster -- FOLDER` starts one here; with `--machines` it only writes configurations for three real ones. */
const USAGE =
	'npm run cluster -- FOLDER [--machines ADDRESS,ADDRESS,ADDRESS --network NETWORK/BITS]';
/** Where the programs of a real machine keep what is theirs. */
const REAL_FOLDER = '/var/lib/passdown-cluster';

function tellVariables(variables: Record<string, string>): void {
	for (const [name, value] of Object.entries(variables)) say(`${name}=${value}`);
}

async function run(folder: string): Promise<void> {
	const closing = new AbortController();
	const isClosing = new Promise((settle) => closing.signal.addEventListener('abort', settle));
	process.on('SIGINT', () => closing.abort());
	process.on('SIGTERM', () => closing.abort());
	// What is waited for below does not keep the process.
	const kept = setInterval(() => undefined, 2 ** 30);
	const cluster = await openCluster({ folder, onProgress: say, signal: closing.signal });
	say('\nThe cluster runs. The market is told of it by:\n');
	tellVariables(cluster.variables);
	say(`\nIts logs are in ${folder}. Ctrl-C stops it and keeps everything.`);
	await isClosing;
	await cluster.stop();
	clearInterval(kept);
}

async function write(folder: string, machines: string, network: string): Promise<void> {
	const [a, b, c, ...more] = machines.split(',');
	if (!a || !b || !c || more.length > 0) throw new Error(USAGE);
	const layout = realLayout({ a, b, c }, network, await keptLayout(folder));
	const setting = {
		folderOf: () => REAL_FOLDER,
		sharedBuffers: '2GB',
		watchdog: 'automatic',
	} as const;
	await writeConfigurations(folder, layout, setting, undefined);
	say(`Written below ${folder}: see docs/operations/cluster.md. The market is told by:\n`);
	tellVariables(marketVariables(layout));
}

async function main(): Promise<void> {
	const { positionals, values } = parseArgs({
		allowPositionals: true,
		options: { machines: { type: 'string' }, network: { type: 'string' } },
	});
	const [folder, ...more] = positionals;
	if (!folder || more.length > 0) throw new Error(USAGE);
	const { machines, network } = values;
	if (machines === undefined) return run(folder);
	if (network === undefined) throw new Error(USAGE);
	return write(folder, machines, network);
}

await main().catch((error: unknown) => stop(reasonOf(error)));
