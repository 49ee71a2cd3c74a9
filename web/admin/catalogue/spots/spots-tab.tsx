import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { CATALOGUE_MESSAGES, changeSpots } from '#contract/admin/catalogue.ts';
import { CATALOGUE_LIST_LIMITS } from '#contract/catalogue/facts.ts';
import { ListForm, type ListTabProps } from '#web/admin/catalogue/list-form.tsx';
import { type StoredSpots, spotsQuery } from '#web/admin/catalogue/queries.ts';
import { withStoredIds } from '#web/admin/catalogue/row-ids.ts';
import { useListDraft } from '#web/admin/catalogue/use-list-draft.ts';
import { useListEdits } from '#web/admin/catalogue/use-list-edits.ts';
import { QueryContent } from '#web/admin/kit/query-content.tsx';
import { callAdminApi } from '#web/admin/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { newSpot, spotListFaults, toDrafts, toInputs } from './spot-draft.ts';
import { SpotRow, spotFieldId } from './spot-row.tsx';

/** The tab to edit the spots where students meet to hand over items. */
export function SpotsTab(props: ListTabProps) {
	return (
		<QueryContent
			query={useQuery(spotsQuery())}
			failureMessage={CATALOGUE_MESSAGES.loadFailed}
			skeleton={<Skeleton className="h-96" />}
		>
			{(stored) => <SpotsEditor {...props} stored={stored} />}
		</QueryContent>
	);
}

function SpotsEditor({ stored, canEdit, onDirty }: ListTabProps & { stored: StoredSpots }) {
	const list = useListDraft({
		stored,
		...spotsQuery(),
		toDraft: toDrafts,
		toInput: toInputs,
		applySaved: withStoredIds,
		findFaults: spotListFaults,
		send: (version, spots) => callAdminApi(changeSpots, { body: { version, spots } }),
		onDirty,
	});
	const { draft, edit, faults } = list;
	const { move, add, remove, announcement, addButtonId } = useListEdits(list, (spot) =>
		spotFieldId(spot, 'name'),
	);

	return (
		<ListForm list={list} saveLabel="Save spots" canEdit={canEdit}>
			<p className="max-w-[70ch] text-sm text-ink-soft">
				Places where students meet to hand over, in this order. They agree on times while the spot
				is open. What is agreed already stays, whatever is changed here.
			</p>
			{draft.length === 0 && <p>There are no spots yet.</p>}
			<ol className="grid gap-2" aria-label="Spots">
				{draft.map((spot, index) => (
					<SpotRow
						key={spot.rowKey}
						spot={spot}
						index={index}
						count={draft.length}
						faults={faults}
						canEdit={canEdit}
						onChange={(changes) => edit(draft.with(index, { ...spot, ...changes }))}
						onMove={(to) => move(index, to)}
						onRemove={() => remove(index)}
					/>
				))}
			</ol>
			<p role="status" className="sr-only">
				{announcement}
			</p>
			{canEdit && draft.length < CATALOGUE_LIST_LIMITS.spotsMax && (
				<Button id={addButtonId} onClick={() => add(newSpot())} className="justify-self-start">
					<Plus aria-hidden="true" className="size-4.5" />
					Add spot
				</Button>
			)}
		</ListForm>
	);
}
