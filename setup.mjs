// Installs the packages when they are missing or outdated. Every npm script runs this file first, on any Node that
// is installed, so it is plain JavaScript without packages. `node setup.mjs installed` is the postinstall script of
// package.json: it records that a `npm ci` by hand was complete.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OLDEST_NODE = [20, 19];
const root = import.meta.dirname;
/** Stores the stamp of the installed packages, which are up to date if the stamp equals `currentStamp`. */
const stampFile = join(root, 'node_modules', '.installed');

function stop(line) {
	process.stderr.write(`${line}\n`);
	process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
	stop(`Node ${OLDEST_NODE.join('.')} or newer is needed to begin; this is ${process.version}.`);
}

/** Identifies the present lock file and platform. */
const currentStamp = createHash('sha256')
	.update(readFileSync(join(root, 'package-lock.json')))
	.update(`${process.platform} ${process.arch}`)
	.digest('hex');
if (process.argv[2] === 'installed') {
	if (isComplete()) writeFileSync(stampFile, currentStamp);
} else if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== currentStamp) {
	install();
}

/** False after `npm ci --omit=dev`, and when the install script of the Node package did not run. */
function isComplete() {
	const { devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const names = Object.keys(devDependencies);
	return names.every((name) => existsSync(join(root, 'node_modules', name))) && runsOwnNode();
}

/** Whether the Node that is installed as a package runs. */
function runsOwnNode() {
	return spawnSync(join(root, 'node_modules', '.bin', 'node'), ['--version']).status === 0;
}

function install() {
	process.stdout.write('Installing packages (about a minute)\n');
	// Installs development packages even when NODE_ENV is production, because the pages are built here. Hides npm's
	// warnings about the Node that runs it. Runs only the install scripts that `allowScripts` names: older versions
	// of npm do not read it themselves.
	const quietly = ['--no-audit', '--no-fund', '--loglevel=error'];
	const installed = npm(['ci', '--include=dev', '--ignore-scripts', ...quietly]);
	const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
	if (!installed || !npm(['rebuild', ...quietly, ...allowed])) {
		stop('The installation failed; the lines above say why.');
	}
	if (!runsOwnNode()) {
		stop(
			'The Node that the market brings did not install: allow its install script and try again.',
		);
	}
	writeFileSync(stampFile, currentStamp);
}

function npm(args) {
	// Uses the Node that runs npm. The Node that runs this file may be that of the packages, which are about to be
	// replaced.
	const { npm_node_execpath: node, npm_execpath: program } = process.env;
	const options = { cwd: root, stdio: 'inherit' };
	const { status } =
		node && program
			? spawnSync(node, [program, ...args], options)
			: spawnSync('npm', args, { ...options, shell: process.platform === 'win32' });
	return status === 0;
}
