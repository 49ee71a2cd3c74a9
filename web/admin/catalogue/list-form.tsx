import type { ReactNode } from 'react';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import type { ListDraft } from './use-list-draft.ts';

/** The props of every tab of the campus page. */
export interface ListTabProps {
	/** False for administrators who may only read. */
	canEdit: boolean;
	/** Called when the draft has changed, with whether there are unsaved changes. */
	onDirty: (isDirty: boolean) => void;
}

interface ListFormProps {
	list: Omit<ListDraft<unknown>, 'draft' | 'edit'>;
	saveLabel: string;
	canEdit: boolean;
	children: ReactNode;
}

/**
 * A list that is saved as a whole, with its buttons at the lower edge of the screen. Not a `form` element: Enter in one
 * field would save the whole list, and its dialogs contain forms, which must not be nested.
 */
export function ListForm({ list, saveLabel, canEdit, children }: ListFormProps) {
	return (
		<div ref={list.container} tabIndex={-1} className="grid gap-4 outline-none">
			{children}
			{canEdit && <SaveBar list={list} saveLabel={saveLabel} />}
		</div>
	);
}

function SaveBar({ list, saveLabel }: Pick<ListFormProps, 'list' | 'saveLabel'>) {
	return (
		<div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 py-3 wide:-mx-7 wide:px-7">
			{list.isOutdated ? (
				<OutdatedNotice onLoad={list.discard} />
			) : (
				<SaveButtons list={list} saveLabel={saveLabel} />
			)}
		</div>
	);
}

/** Shown instead of the buttons when a colleague has changed the list: the server would refuse the older version. */
function OutdatedNotice({ onLoad }: { onLoad: () => void }) {
	return (
		<>
			<p role="alert" className="max-w-[60ch] text-sm font-medium">
				{CATALOGUE_MESSAGES.outdated}
			</p>
			<Button onClick={onLoad}>Load the newest instead</Button>
		</>
	);
}

function SaveButtons({ list, saveLabel }: Pick<ListFormProps, 'list' | 'saveLabel'>) {
	const faultCount = list.faults.size;

	return (
		<>
			<Button variant="main" busy={list.isSaving} onClick={list.save}>
				{saveLabel}
			</Button>
			{list.isDirty && (
				<Button variant="quiet" disabled={list.isSaving} onClick={list.discard}>
					Discard
				</Button>
			)}
			{list.alert && <FormAlert>{list.alert}</FormAlert>}
			{faultCount > 0 && (
				<FormAlert>
					{faultCount === 1
						? 'One entry is not right yet.'
						: `${faultCount} entries are not right yet.`}
				</FormAlert>
			)}
			{list.isDirty && faultCount === 0 && !list.alert && (
				<p className="text-sm text-ink-soft max-tablet:sr-only">Not saved yet.</p>
			)}
		</>
	);
}
