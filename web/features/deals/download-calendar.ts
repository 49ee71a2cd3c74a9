import { callUrl } from '#contract/core/call-url.ts';
import { getHandoverCalendar } from '#contract/deals/endpoints.ts';
import { parseReply } from '#web/lib/api/body.ts';
import { send } from '#web/lib/api/transport.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { readCredentials } from '#web/lib/session/credentials.ts';
import type { DealIds } from './queries.ts';

/**
 * Downloads the agreed hand-over as a calendar file.
 * @throws ApiError when the server refuses; TypeError without a connection
 */
export async function downloadCalendar({ itemId, buyerId }: DealIds): Promise<void> {
	const { method, path, download } = getHandoverCalendar;
	const token = readCredentials()?.token;
	const reply = await send({
		method,
		url: callUrl(path, { params: { itemId, buyerId } }),
		headers: { ...(token && { authorization: `Bearer ${token}` }) },
		body: undefined,
	});
	if (reply.status !== 200) parseReply(reply);
	saveFile(new Blob([reply.text], { type: download.type }), download.name);
}
