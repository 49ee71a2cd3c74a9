import type { Control } from './control.ts';

const MULTIPART_FILE = 'server/http/uploads/multipart.ts';
const REALTIME_TEST_FILE = 'server/realtime/realtime.slow.test.ts';
const PHOTO_URLS_FILE = 'server/storage/photo-urls.ts';
const PHOTO_URLS_TEST_FILE = 'server/storage/photo-urls.test.ts';

/**
 * Protections against harmful input and overload. Each entry has a code change that disables one, and the test that must
 * fail then.
 */
export const INPUT_CONTROLS: readonly Control[] = [
	{
		name: 'rate limit by IP address',
		file: 'server/http/limits.ts',
		find: `await require(requests, networkOf(request.ip), reply);`,
		replace: '',
		test: 'server/http/security-headers.slow.test.ts',
	},
	{
		name: 'rate limit by user and kind of call',
		file: 'server/http/limits.ts',
		find: `if (caller) await requireCall(request, reply, 'person', callerKey(caller));`,
		replace: '',
		test: 'tests/security/limits.slow.test.ts',
	},
	{
		name: 'rate limit of visitors',
		file: 'server/http/limits.ts',
		find: `if (waitSeconds > 0)
			throw`,
		replace: 'if (false) throw',
		test: 'tests/security/limits.slow.test.ts',
	},
	{
		name: 'only a trusted proxy may forward the client’s IP address',
		file: 'server/app/open-fastify.ts',
		find: 'trustProxy: config.trustProxy,',
		replace: 'trustProxy: true,',
		test: 'server/http/security-headers.slow.test.ts',
	},
	{
		name: 'request bodies have a size limit',
		file: 'server/app/open-fastify.ts',
		find: 'bodyLimit: 256 * 1024,',
		replace: 'bodyLimit: 64 * 1024 * 1024,',
		test: 'server/http/errors.test.ts',
	},
	{
		name: 'NUL is refused',
		file: 'contract/core/schemas.ts',
		find: `(value) => !value.includes('\\0'),`,
		replace: '() => true,',
		test: 'contract/items/schemas.test.ts',
	},
	{
		name: 'ids have a largest value',
		file: 'contract/core/schemas.ts',
		find: '.check(z.maximum(LARGEST_ID, REQUEST_ERRORS.badId.message))',
		replace: '',
		test: 'contract/core/schemas.test.ts',
	},
	{
		name: 'unknown fields are dropped',
		file: 'contract/items/schemas.ts',
		find: 'export const newItemFields = z.object({ ...itemFields, isFree });',
		replace: 'export const newItemFields = z.looseObject({ ...itemFields, isFree });',
		test: 'contract/items/schemas.test.ts',
	},
	{
		name: 'a body cannot pollute prototypes',
		file: 'server/app/open-fastify.ts',
		find: 'routerOptions: {',
		replace: `onProtoPoisoning: 'ignore',\n\t\trouterOptions: {`,
		test: 'server/http/errors.test.ts',
	},
	{
		name: 'multipart forms have a limit of parts',
		file: MULTIPART_FILE,
		find: 'const MAX_PARTS = 64;',
		replace: 'const MAX_PARTS = 100_000;',
		test: 'server/http/uploads/multipart.slow.test.ts',
	},
	{
		name: 'uploads stop at their size limit',
		file: MULTIPART_FILE,
		find: 'fileSize: FILE_MAX_BYTES + 1,',
		replace: 'fileSize: Number.POSITIVE_INFINITY,',
		test: 'tests/security/boundaries.test.ts',
	},
	{
		name: 'uploads need a session before anything is written',
		file: 'server/http/route.ts',
		find: 'onRequest: (request) => authorize(endpoint, request),',
		replace: 'preSerialization: (request) => authorize(endpoint, request),',
		test: 'server/http/uploads/multipart.slow.test.ts',
	},
	{
		name: 'the file type is detected from the bytes',
		file: 'server/features/photos/worker/image-file.ts',
		find: `return text.slice(4, 8) === 'ftyp' ? detectBrandType(brandsOf(header, text)) : undefined;`,
		replace: `return text.slice(4, 8) === 'ftyp' ? detectBrandType(brandsOf(header, text)) : 'jpeg';`,
		test: 'server/features/photos/worker/image-file.test.ts',
	},
	{
		name: 'images have a pixel limit',
		file: 'server/features/photos/worker/process-photo.ts',
		find: `if (width * height > PHOTO_LIMITS.maxPixels) throw new ImageError('tooManyPixels');`,
		replace: '',
		test: 'server/features/photos/prepare.slow.test.ts',
	},
	{
		name: 'photo processing has a concurrency limit',
		file: 'server/lib/promises.ts',
		find: 'if (running < limits.maxRunning) {\n\t\t\t',
		replace: 'if (running >= 0) {',
		test: 'server/lib/promises.test.ts',
	},
	{
		name: 'metadata of photos is removed',
		file: 'server/features/photos/worker/process-photo.ts',
		find: 'return await encodeSizes(await decodeImage(path, type, boundsOf(LARGEST_WIDTH)));',
		replace: `const { default: sharp } = await import('sharp');
		const kept = await sharp(path).keepMetadata().webp().toBuffer();
		const made = await encodeSizes(await decodeImage(path, type, boundsOf(LARGEST_WIDTH)));
		return { ...made, sizes: made.sizes.map((size) => ({ ...size, bytes: kept })) };`,
		test: 'server/features/photos/prepare.slow.test.ts',
	},
	{
		name: 'a hidden photo needs a signed URL',
		file: 'server/features/photos/routes.ts',
		find: 'return requireFound(await findPublicUse(db, hash));',
		replace: 'return { itemId: null };',
		test: 'server/features/photos/photos.test.ts',
	},
	{
		name: 'the signature of a photo URL is checked',
		file: PHOTO_URLS_FILE,
		find: 'if (!isSigned(signedText(hash, until), sig, secrets)) return false;',
		replace: '',
		test: PHOTO_URLS_TEST_FILE,
	},
	{
		name: 'a signed photo URL expires',
		file: PHOTO_URLS_FILE,
		find: 'return Number(until) * 1000 > now.getTime();',
		replace: 'return true;',
		test: PHOTO_URLS_TEST_FILE,
	},
	{
		name: 'no path traversal in photo names',
		file: PHOTO_URLS_FILE,
		find: '`^([0-9a-f]{64})-(',
		replace: '`^(.*)-(',
		test: PHOTO_URLS_TEST_FILE,
	},
	{
		name: 'sockets: the origin is checked',
		file: 'server/realtime/admission.ts',
		find: 'if (!isAllowedOrigin(request.headers, config)) return',
		replace: 'if (config === undefined) return',
		test: REALTIME_TEST_FILE,
	},
	{
		name: 'sockets: messages have a size limit',
		file: 'server/realtime/realtime.ts',
		find: 'maxHttpBufferSize: SOCKET_LIMITS.maxBytes,',
		replace: 'maxHttpBufferSize: 1e9,',
		test: REALTIME_TEST_FILE,
	},
	{
		name: 'sockets: events are rate-limited',
		file: 'server/realtime/event-dispatcher.ts',
		find: `if (!isEnabled) return 'fine';`,
		replace: `return 'fine';`,
		test: REALTIME_TEST_FILE,
	},
	{
		name: 'sockets: chat events need a joined room',
		file: 'server/features/chat/socket.ts',
		find: 'if (membership?.roomId === formatRoomId(room) && isIn(socket, membership)) return membership;',
		replace: 'if (membership) return membership;',
		test: 'server/features/chat/socket-errors.slow.test.ts',
	},
	{
		name: 'a post with the same idempotency key creates one item',
		file: 'server/db/once.ts',
		find: 'if (made !== undefined) return made;',
		replace: '',
		test: 'server/features/items/idempotency.slow.test.ts',
	},
];
