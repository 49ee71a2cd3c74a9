import { getHandoverCalendar } from '#contract/deals/endpoints.ts';
import { call } from '#web/lib/api/api.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { DealIds } from './queries.ts';

/**
 * Downloads the agreed hand-over as a calendar file.
 * @throws ApiError when the server refuses; TypeError without a connection
 */
export async function downloadCalendar({ itemId, buyerId }: DealIds): Promise<void> {
	const { type, name } = getHandoverCalendar.download;
	const text = await call(getHandoverCalendar, { params: { itemId, buyerId } });
	saveFile(new Blob([text], { type }), name);
}
