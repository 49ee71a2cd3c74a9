import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { endChild } from '#server/lib/processes.ts';
import { onCleanup } from './on-cleanup.ts';
import { createTempFolder } from './photo-files.ts';

const require = createRequire(import.meta.url);
const PROGRAM = require.resolve('s3rver/bin/s3rver.js');
/** The server encrypts list positions with a cipher that current OpenSSL does not enable by default. */
const OLD_CIPHER = '--openssl-legacy-provider';
/** The only credentials that this server knows. */
const KEY = 'S3RVER';

interface S3Server {
	/** URL of the first bucket, in the form of PHOTO_STORE. */
	address: string;
	/** The same store with other credentials, bucket or port. */
	addressWith: (options: {
		key?: string;
		secret?: string;
		bucket?: string;
		port?: number;
	}) => string;
	/** Puts these keys into the first bucket without uploading each. */
	fill: (keys: readonly string[]) => Promise<void>;
	/** Kills it. */
	kill: () => Promise<void>;
	/** Starts it again with its port and its files. */
	restart: () => Promise<void>;
	/** From now on it accepts connections and does not answer. */
	suspend: () => void;
	resume: () => void;
}

/** An S3 server with empty buckets, in a separate process that ends after the test or file. */
export async function openS3Server(bucket = 'photos', ...others: string[]): Promise<S3Server> {
	const folder = await createTempFolder();
	let running: ChildProcess;

	async function start(port: string): Promise<string> {
		const args = ['--directory', folder, '--address', '127.0.0.1', '--port', port];
		const buckets = [bucket, ...others].flatMap((name) => ['--configure-bucket', name]);
		const program = [OLD_CIPHER, PROGRAM, ...args, '--silent', ...buckets];
		const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
		running = child;
		for await (const line of createInterface({ input: child.stdout })) {
			const [, listeningPort] = /listening on \S+:(\d+)/.exec(line) ?? [];
			if (listeningPort) return listeningPort;
		}
		throw new Error('The S3 server does not start.');
	}
	async function kill(): Promise<void> {
		await endChild(running, 'SIGKILL');
	}
	const port = await start('0');
	onCleanup(kill);

	const addressWith: S3Server['addressWith'] = (options) => {
		const addressParts = { key: KEY, secret: KEY, bucket, port, ...options };
		return `s3://${addressParts.key}:${addressParts.secret}@127.0.0.1:${addressParts.port}/${addressParts.bucket}?region=us-east-1&tls=off`;
	};
	return {
		address: addressWith({}),
		addressWith,
		async fill(keys) {
			for (const key of keys) {
				const path = join(folder, bucket, `${key}._S3rver_object`);
				await mkdir(dirname(path), { recursive: true });
				await writeFile(path, key);
			}
		},
		kill,
		restart: async () => void (await start(port)),
		suspend: () => running.kill('SIGSTOP'),
		resume: () => running.kill('SIGCONT'),
	};
}
