import { isDeepStrictEqual } from 'node:util';
import type { SpotInput } from '#contract/catalogue/list-schemas.ts';
import type { Spot } from '#contract/catalogue/schemas.ts';
import { compareLists, describeListChanges, joinParts } from './list-changes.ts';

/** Describes changes of spots for the audit log; '' if nothing was changed. */
export function describeSpotChanges(stored: readonly Spot[], sent: readonly SpotInput[]): string {
	const former = new Map<number | undefined, Spot>(stored.map((spot) => [spot.id, spot]));
	const changes = compareLists<SpotInput>(stored, sent, keyOf);
	const renamed = changes.changed
		.filter(({ id, name }) => name !== former.get(id)?.name)
		.map(({ id, name }) => `renamed “${former.get(id)?.name}” to “${name}”`);
	const changed = changes.changed.filter(
		(spot) => !isDeepStrictEqual({ ...former.get(spot.id), name: spot.name }, spot),
	);
	return joinParts([...renamed, describeListChanges({ ...changes, changed }, ({ name }) => name)]);
}

/** Identifies a spot in both lists; a new spot has no id yet. */
function keyOf({ id, name }: SpotInput): string {
	return id === undefined ? `new ${name}` : String(id);
}
