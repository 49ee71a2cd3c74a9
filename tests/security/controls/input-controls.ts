import type { Control } from './control.ts';

const MULTIPART_FILE = 'server/http/uploads/multipart.ts';
const REALTIME_TEST_FILE = 'server/realtime/realtime.test.ts';
const PHOTO_URLS_FILE = 'server/storage/photo-urls.ts';
const photoUrlTest = (title: string) => ({
	file: 'server/storage/photo-urls.test.ts',
	title,
});

/**
 * Protections against harmful input and overload. Each entry has a code change that disables one, and the test that must
 * fail then.
 */
export const INPUT_CONTROLS: readonly Control[] = [
	{
		name: 'rate limit by IP address',
		file: 'server/http/rate-limits.ts',
		find: `await requireBelowLimit(requests, networkOf(request.ip), REQUESTS_PER_ADDRESS.max, reply);`,
		replace: '',
		test: {
			file: 'server/http/security-headers.test.ts',
			title: 'are refused with 429 in our format, while other addresses are served',
		},
	},
	{
		name: 'rate limit by user and kind of call',
		file: 'server/http/rate-limits.ts',
		find: `if (caller)
			await requireCallAllowed(request, reply, { scope: 'person', key: callerKey(caller) });`,
		replace: '',
		test: {
			file: 'tests/security/limits.test.ts',
			title:
				'too many requests of one kind from a user get 429 with Retry-After; other users and other kinds are served',
		},
	},
	{
		name: 'rate limit of visitors',
		file: 'server/http/flood-limits.ts',
		find: 'if (waitSeconds > 0)',
		replace: 'if (false)',
		test: {
			file: 'tests/security/limits.test.ts',
			title:
				'of 40 sign-ups in a row from one IP address, the first 30 are accepted and the others get 429 with Retry-After',
		},
	},
	{
		name: 'only a trusted proxy may forward the client’s IP address',
		file: 'server/app/open-fastify.ts',
		find: 'trustProxy: config.trustProxy,',
		replace: 'trustProxy: true,',
		test: {
			file: 'server/http/security-headers.test.ts',
			title: 'are counted by the forwarded address of a trusted proxy only',
		},
	},
	{
		name: 'request bodies have a size limit',
		file: 'server/app/open-fastify.ts',
		find: 'bodyLimit: 256 * 1024,',
		replace: 'bodyLimit: 64 * 1024 * 1024,',
		test: { file: 'server/http/errors.test.ts', title: 'a body that is too large gets status 413' },
	},
	{
		name: 'NUL is refused',
		file: 'contract/core/schemas.ts',
		find: `(value) => !value.includes('\\0'),`,
		replace: '() => true,',
		test: {
			file: 'contract/items/schemas.test.ts',
			title: 'a title or description with a NUL character is refused',
		},
	},
	{
		name: 'ids have a largest value',
		file: 'contract/core/schemas.ts',
		find: '.check(z.maximum(LARGEST_ID, REQUEST_ERRORS.badId.message))',
		replace: '',
		test: {
			file: 'contract/core/schemas.test.ts',
			title: '%j as an id is refused with the given message',
		},
	},
	{
		name: 'unknown fields are dropped',
		file: 'contract/items/schemas.ts',
		find: 'export const newItemFields = z.object({ ...itemFields, isFree });',
		replace: 'export const newItemFields = z.looseObject({ ...itemFields, isFree });',
		test: {
			file: 'contract/items/schemas.test.ts',
			title: 'fields of a new item that the form does not have are dropped',
		},
	},
	{
		name: 'a body cannot pollute prototypes',
		file: 'server/app/open-fastify.ts',
		find: 'routerOptions: {',
		replace: `onProtoPoisoning: 'ignore',\n\t\trouterOptions: {`,
		test: { file: 'server/http/errors.test.ts', title: 'a request with %s gets status 400' },
	},
	{
		name: 'multipart forms have a limit of parts',
		file: MULTIPART_FILE,
		find: 'const MAX_PARTS = 64;',
		replace: 'const MAX_PARTS = 100_000;',
		test: {
			file: 'server/http/uploads/multipart.test.ts',
			title: 'with a hundred parts is refused as too large',
		},
	},
	{
		name: 'uploads stop at their size limit',
		file: MULTIPART_FILE,
		find: 'fileSize: FILE_MAX_BYTES + 1,',
		replace: 'fileSize: Number.POSITIVE_INFINITY,',
		test: {
			file: 'tests/security/boundaries.test.ts',
			title: 'an upload is written to disk only up to one byte above the limit',
		},
	},
	{
		name: 'uploads need a session before anything is written',
		file: 'server/http/route.ts',
		find: 'onRequest: (request) => authorize(endpoint, request),',
		replace: 'preSerialization: (request) => authorize(endpoint, request),',
		test: {
			file: 'server/http/uploads/multipart.test.ts',
			title: "a client that is not signed in can't write to the disk",
		},
	},
	{
		name: 'the file type is detected from the bytes',
		file: 'server/features/photos/worker/file-type.ts',
		find: `return text.slice(4, 8) === 'ftyp' ? detectBrandType(brandsOf(header, text)) : undefined;`,
		replace: `return text.slice(4, 8) === 'ftyp' ? detectBrandType(brandsOf(header, text)) : 'jpeg';`,
		test: {
			file: 'server/features/photos/worker/file-type.test.ts',
			title: '%s is not accepted as a photo',
		},
	},
	{
		name: 'images have a pixel limit',
		file: 'server/features/photos/worker/decode.ts',
		find: `if (width * height > PHOTO_LIMITS.maxPixels) throw new ImageError('tooManyPixels');`,
		replace: '',
		test: {
			file: 'server/features/photos/prepare.test.ts',
			title: 'a %s of more than 50 megapixels is refused, and the error names the file',
		},
	},
	{
		name: 'photo processing has a concurrency limit',
		file: 'server/lib/concurrency-limit.ts',
		find: 'if (running < limits.maxRunning) {\n\t\t\t',
		replace: 'if (running >= 0) {',
		test: {
			file: 'server/lib/concurrency-limit.test.ts',
			title:
				'with a concurrency limit of two, at most two tasks run at a time, and the next starts when one ends',
		},
	},
	{
		name: 'metadata of photos is removed',
		file: 'server/features/photos/worker/process-photo.ts',
		find: 'return await encodeSizes(await decodeImage(path, boundsOf(LARGEST_WIDTH)));',
		replace: `const { default: sharp } = await import('sharp');
		const kept = await sharp(path).keepMetadata().webp().toBuffer();
		const made = await encodeSizes(await decodeImage(path, boundsOf(LARGEST_WIDTH)));
		return { ...made, sizes: made.sizes.map((size) => ({ ...size, bytes: kept })) };`,
		test: {
			file: 'server/features/photos/prepare.test.ts',
			title: 'a photo of type %s loses its location and all other metadata',
		},
	},
	{
		name: 'a hidden photo needs a signed URL',
		file: 'server/features/photos/routes.ts',
		find: 'return requireFound(await readFromReplica((db) => findPublicUse(db, hash)));',
		replace: 'return { itemId: null };',
		test: {
			file: 'server/features/photos/photos.test.ts',
			title: 'the photo of %s answers 404, and the 404 is not cacheable',
		},
	},
	{
		name: 'the signature of a photo URL is checked',
		file: PHOTO_URLS_FILE,
		find: 'if (!isSigned(signedText(hash, until), sig, secrets)) return false;',
		replace: '',
		test: photoUrlTest(
			'gives no access to another photo, with a changed expiry time, or with the signature of another secret',
		),
	},
	{
		name: 'a signed photo URL expires',
		file: PHOTO_URLS_FILE,
		find: 'return Number(until) * 1000 > now.getTime();',
		replace: 'return true;',
		test: photoUrlTest('gives access to its photo for ten minutes'),
	},
	{
		name: 'no path traversal in photo names',
		file: PHOTO_URLS_FILE,
		find: '`^([0-9a-f]{64})-(',
		replace: '`^(.*)-(',
		test: photoUrlTest('contains no file name that leaves the photo folder'),
	},
	{
		name: 'sockets: the origin is checked',
		file: 'server/realtime/engine.ts',
		find: 'if (!isAllowedOrigin(request.headers, config)) return',
		replace: 'if (config === undefined) return',
		test: {
			file: REALTIME_TEST_FILE,
			title: 'from a page of a foreign origin is refused, by WebSocket and by polling',
		},
	},
	{
		name: 'sockets: messages have a size limit',
		file: 'server/realtime/engine.ts',
		find: 'maxHttpBufferSize: SOCKET_LIMITS.maxBytes,',
		replace: 'maxHttpBufferSize: 1e9,',
		test: {
			file: REALTIME_TEST_FILE,
			title: 'by %s that sends a message above the size limit is closed',
		},
	},
	{
		name: 'sockets: events are rate-limited',
		file: 'server/realtime/event-limits.ts',
		find: `if (!isEnabled) return 'fine';`,
		replace: `return 'fine';`,
		test: {
			file: REALTIME_TEST_FILE,
			title: 'is refused and finally disconnected, while other users are not affected',
		},
	},
	{
		name: 'sockets: chat events need a joined room',
		file: 'server/features/chat/rooms/socket.ts',
		find: 'if (membership?.roomId === roomId && socket.rooms.has(chatChannel(roomId))) return membership;',
		replace: 'return membership;',
		test: {
			file: 'server/features/chat/socket-errors.test.ts',
			title:
				'a message to a room that the sender has not joined is refused, even after joining another room',
		},
	},
	{
		name: 'a post with the same idempotency key creates one item',
		file: 'server/features/items/commands.ts',
		find: 'await lockIdempotencyKey(tx, sellerId, idempotencyKey);\n\t\tconst existingId = await findIdempotentItem(tx, sellerId, idempotencyKey);',
		replace: 'const existingId = undefined;',
		test: {
			file: 'server/features/items/idempotency.test.ts',
			title: 'requests with the same idempotency key at the same time create one item',
		},
	},
];
