import type { ReactNode } from 'react';
import { CATALOGUE_MESSAGES } from '#contract/admin/catalogue.ts';
import { Button } from '#web/ui/button.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import type { ListDraft } from './use-list-draft.ts';

/** What the tab of a list gets. */
export interface ListTabProps {
	/** False for administrators who may only read. */
	canEdit: boolean;
	/** Called when there begins or ceases to be something unsaved. */
	onDirty: (isDirty: boolean) => void;
}

interface ListFormProps {
	list: Omit<ListDraft<unknown>, 'draft' | 'edit'>;
	saveLabel: string;
	canEdit: boolean;
	children: ReactNode;
}

/**
 * A list that is saved as a whole, with its buttons at the lower edge of the screen. It is no form: Enter in one of its
 * many fields would save all of them, and its dialogs hold forms of their own.
 */
export function ListForm({ list, saveLabel, canEdit, children }: ListFormProps) {
	return (
		<div ref={list.container} className="grid gap-4">
			{list.isOutdated && <OutdatedBanner onLoad={list.discard} />}
			{children}
			{canEdit && <SaveBar list={list} saveLabel={saveLabel} />}
		</div>
	);
}

function OutdatedBanner({ onLoad }: { onLoad: () => void }) {
	return (
		<div
			role="alert"
			className="flex flex-wrap items-center gap-3 rounded-card bg-accent-wash p-4 text-sm"
		>
			<p className="mr-auto max-w-[60ch]">{CATALOGUE_MESSAGES.outdated}</p>
			<Button size="small" onClick={onLoad}>
				Load the newest instead
			</Button>
		</div>
	);
}

function SaveBar({ list, saveLabel }: Pick<ListFormProps, 'list' | 'saveLabel'>) {
	const faultCount = list.faults.size;

	return (
		<div className="sticky bottom-0 z-10 -mx-4 flex flex-wrap items-center gap-3 border-t border-line bg-paper px-4 py-3 wide:-mx-7 wide:px-7">
			<Button variant="main" busy={list.isSaving} disabled={list.isOutdated} onClick={list.save}>
				{saveLabel}
			</Button>
			{list.isDirty && !list.isOutdated && (
				<Button variant="quiet" onClick={list.discard}>
					Discard changes
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
				<p className="text-sm text-ink-soft">Not saved yet.</p>
			)}
		</div>
	);
}
