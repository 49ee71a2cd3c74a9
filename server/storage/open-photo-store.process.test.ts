import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { startScript } from '#tests/support/process.ts';
import { openS3Server } from '#tests/support/s3-server.ts';
import { openPhotoStore } from './open-photo-store.ts';

const run = promisify(execFile);
const dataDir = await createTempFolder();
const s3 = await openS3Server();

async function storageErrorMessage(photoStore: string): Promise<string> {
	const opened = openPhotoStore({ photoStore, dataDir });
	return opened.then(
		() => 'none',
		(error: Error) => error.message,
	);
}

/** A TCP server that sends the same text to every client. */
async function openFakeServer(text: string): Promise<number> {
	const server = createServer((line) => {
		line.on('error', () => undefined).once('data', () => line.end(text));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onCleanup(() => server.close());
	return (server.address() as AddressInfo).port;
}

/** An error response of an S3 store. */
function errorResponse(status: number, code: string): string {
	const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>No.</Message><AWSAccessKeyId>S3RVER</AWSAccessKeyId></Error>`;
	const headers = `content-type: application/xml\r\ncontent-length: ${body.length}\r\nconnection: close`;
	return `HTTP/1.1 ${status} No\r\n${headers}\r\n\r\n${body}`;
}

test('a working S3 bucket is accepted, and the write test leaves no file in the bucket', async () => {
	const store = await openPhotoStore({ photoStore: s3.address, dataDir });
	onCleanup(() => store.close());

	expect(await Array.fromAsync(store.list())).toEqual([]);
});

describe('errors of the S3 photo store', () => {
	test('each is reported in one line, with a fix and without secrets', async () => {
		const replies = async (status: number, code: string) => {
			const port = await openFakeServer(errorResponse(status, code));
			return s3.addressWith({ port, secret: 'hunter2' });
		};
		const page = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nhi';
		const errors: [string, RegExp][] = [
			[s3.addressWith({ key: 'nobody' }), /refuses these keys \(Inv.*Give/],
			[s3.addressWith({ bucket: 'none' }), /no bucket none .*Make/],
			[s3.addressWith({ port: 1 }), /answers .*ECONNREFUSED.*Name/],
			[s3.addressWith({ secret: 'hunter2%zz' }), /write % .* as %25/],
			[
				s3.address.replace('&tls=off', '').replace('S3RVER@', 'hunter2@'),
				/answers at https.*Name the host/,
			],
			[await replies(403, 'SignatureDoesNotMatch'), /keys \(SignatureDoesNotMatch\)\. Give/],
			[await replies(403, 'AccessDenied'), /refuses these keys \(AccessDenied\)\. Give/],
			[
				await replies(301, 'PermanentRedirect'),
				/not in the region us-east-1 .*\. Name its own as \?region=/,
			],
			[await replies(400, 'AuthorizationHeaderMalformed'), /not in the region us-east-1 /],
			[await replies(403, 'RequestTimeTooSkewed'), /has another time .*\. Set the clock\./],
			[await replies(501, 'NotImplemented'), /does not do what is asked .*\(NotImplemented\)/],
			[s3.addressWith({ port: await openFakeServer(page) }), /: no S3 store answers at/],
		];

		const messages = await Promise.all(errors.map(([address]) => storageErrorMessage(address)));

		for (const [index, message] of messages.entries()) {
			expect(message).toMatch(/^PHOTO_STORE: /);
			expect(message).toMatch(errors[index]?.[1] ?? /^$/);
			expect(message).not.toMatch(/hunter2|S3RVER|\n/);
		}
	});
});

test('the server does not start with a missing bucket, and prints one line', async () => {
	const PHOTO_STORE = s3.addressWith({ bucket: 'none' });

	const appProcess = startScript('server/main.ts', [], {
		DATA_DIR: dataDir,
		PHOTO_STORE,
		PORT: '0',
	});

	expect(await appProcess.ended).toBe(1);
	expect(appProcess.errors()).toMatch(/^PHOTO_STORE: there is no bucket none .*\n$/);
	expect(appProcess.output()).toBe('');
});

test('the server does not load the S3 client if photos are on disk', async () => {
	const script = `
		const { openPhotoStore } = await import('#server/storage/open-photo-store.ts');
		await import('#server/app/start.ts');
		await openPhotoStore({ dataDir: '.' });
		const { createRequire } = await import('node:module');
		const loaded = Object.keys(createRequire(process.cwd() + '/').cache);
		console.log(loaded.length > 0, loaded.some((path) => path.includes('/@aws-sdk/')));
	`;

	const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);

	expect(stdout).toBe('true false\n');
});
