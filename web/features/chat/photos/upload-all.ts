import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { type DeclaredError, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { uploadOf } from './photo-uploads.ts';
import type { PickedPhoto } from './picked-photo.ts';

/**
 * The error of an upload that was refused without an error code, or whose file was deleted on the device: the browser
 * reports a deleted file like a lost connection.
 */
const NOT_UPLOADED: DeclaredError = {
	code: CHAT_ERRORS.connectionError.code,
	message: CHAT_MESSAGES.photosNotAdded,
};

type Outcome = { photos: readonly PickedPhoto[] } | { error: DeclaredError };

/**
 * Waits until all photos of a message are on the server.
 * @param isConnected whether the server can be reached; if so, a failed upload would fail again
 * @throws TypeError when the connection is lost for a long time; DOMException AbortError when an upload was cancelled
 */
export async function uploadAll(
	photos: readonly PickedPhoto[],
	isConnected: () => boolean,
): Promise<Outcome> {
	try {
		const uploads = photos.map(async (photo) => ({
			...photo,
			uploaded: photo.uploaded ?? (await uploadOf(photo).uploaded),
		}));
		return { photos: await Promise.all(uploads) };
	} catch (error) {
		if (error instanceof ApiError) return { error: errorOf(error) };
		if (isConnected() && !isAborted(error)) return { error: NOT_UPLOADED };
		throw error;
	}
}

/**
 * The server's error. An answer without a code comes from a proxy, or from the login page of a Wi-Fi network. If its
 * status says that the same upload would be refused again, the upload has failed. Else it counts as an unavailable
 * server, after which the message is sent again.
 */
function errorOf({ status, code, message }: ApiError): DeclaredError {
	if (code !== '') return { code, message };
	return status >= 400 && status < 500 ? NOT_UPLOADED : REQUEST_ERRORS.unavailable;
}

function isAborted(error: unknown): boolean {
	return error instanceof DOMException && error.name === 'AbortError';
}
