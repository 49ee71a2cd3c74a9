import { type FormEvent, useId } from 'react';
import { PAGES } from '#contract/core/pages.ts';
import { ALERT_LABELS, ALERTS, type Alert, SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { describeSearch } from '#contract/searches/name.ts';
import { searchFieldsOf } from '#contract/searches/query.ts';
import type { SavedSearch } from '#contract/searches/schemas.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/button-link.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { focusFirstField } from '#web/ui/form/focus-first-field.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSaveSearch } from './queries.ts';

interface TellMeDialogProps {
	open: boolean;
	onClose: () => void;
	/** The canonical query string of the listing. */
	query: string;
	/** The saved search with this query, if there is one. */
	existing: SavedSearch | undefined;
}

/** Asks when to tell about new items of a listing, and saves the search. */
export function TellMeDialog({ open, onClose, query, existing }: TellMeDialogProps) {
	const saving = useSaveSearch();
	const offered = existing ? ALERTS : ALERTS.filter((alert) => alert !== 'off');

	function handleSubmit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		if (saving.isPending) return;
		const chosen = new FormData(event.currentTarget).get('alert');
		const alert = ALERTS.find((one) => one === chosen) ?? 'daily';
		saving.mutate(
			{ query, alert, existing },
			{
				onSuccess: (reply) => {
					onClose();
					if (!reply) return;
					toast(existing ? SEARCH_MESSAGES.changed : SEARCH_MESSAGES.saved, {
						action: { label: SEARCH_MESSAGES.showAll, to: PAGES.searches },
					});
				},
			},
		);
	}

	function close() {
		if (saving.isPending) return;
		saving.reset();
		onClose();
	}

	return (
		<Dialog open={open} onClose={close} title={SEARCH_MESSAGES.tellMe}>
			<p className="font-semibold wrap-anywhere">{describeSearch(searchFieldsOf(query))}</p>
			{/* The key mounts the form anew when the existing search has loaded, so that its alert is selected. */}
			<form
				key={existing?.alert}
				ref={focusFirstField}
				onSubmit={handleSubmit}
				className="grid gap-4"
			>
				<fieldset className="grid min-w-0 gap-2">
					<legend className="pb-2 text-sm text-ink-soft">{SEARCH_MESSAGES.tellMeQuestion}</legend>
					{offered.map((alert) => (
						<AlertOption
							key={alert}
							alert={alert}
							isDefault={alert === (existing?.alert ?? 'daily')}
						/>
					))}
				</fieldset>
				{saving.error && <FormAlert>{formErrorMessage(saving.error)}</FormAlert>}
				<div className="grid gap-2 tablet:flex tablet:flex-row-reverse">
					<Button type="submit" variant="main" busy={saving.isPending}>
						{existing ? SEARCH_MESSAGES.saveChoice : SEARCH_MESSAGES.save}
					</Button>
					<ButtonLink to={PAGES.searches}>{SEARCH_MESSAGES.showAll}</ButtonLink>
				</div>
			</form>
			{saving.dialog}
		</Dialog>
	);
}

function AlertOption({ alert, isDefault }: { alert: Alert; isDefault: boolean }) {
	const meaningId = useId();
	const { name, meaning } = ALERT_LABELS[alert];

	return (
		<label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-field border border-edge px-3.5 py-2 has-checked:border-link has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link">
			<input
				type="radio"
				name="alert"
				value={alert}
				defaultChecked={isDefault}
				aria-label={name}
				aria-describedby={meaningId}
				className="size-5 shrink-0 accent-link outline-none"
			/>
			<span className="min-w-0">
				<span className="block font-semibold">{name}</span>
				<span id={meaningId} className="block text-sm text-ink-soft">
					{meaning}
				</span>
			</span>
		</label>
	);
}
