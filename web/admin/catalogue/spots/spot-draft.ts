import * as z from 'zod/mini';
import { spotFaults } from '#contract/catalogue/list-rules.ts';
import { spotsInput } from '#contract/catalogue/list-schemas.ts';
import type { Spot } from '#contract/catalogue/schemas.ts';
import { type Faults, findFaults } from '#web/admin/catalogue/list-faults.ts';
import type { StoredSpots } from '#web/admin/catalogue/queries.ts';
import { newRowKey } from '#web/admin/catalogue/row-ids.ts';

/** A spot while it is edited. */
export interface SpotDraft extends Omit<Spot, 'id'> {
	rowKey: string;
	/** Undefined for a new spot. */
	id: number | undefined;
}

export function toDrafts({ spots }: StoredSpots): SpotDraft[] {
	return spots.map((spot) => ({ ...spot, rowKey: String(spot.id) }));
}

/** The drafts as the endpoint expects them. */
export function toInputs(drafts: readonly SpotDraft[]) {
	return drafts.map(({ id, name, hint, opens, closes }) => ({
		...(id !== undefined && { id }),
		name,
		hint,
		opens,
		closes,
	}));
}

export function newSpot(): SpotDraft {
	return {
		rowKey: newRowKey(),
		id: undefined,
		name: '',
		hint: '',
		opens: '08:00',
		closes: '20:00',
	};
}

const listsInput = z.object({ spots: spotsInput });

export function spotListFaults(spots: ReturnType<typeof toInputs>): Faults {
	return findFaults(listsInput, { spots }, (lists) => spotFaults(lists.spots));
}
