import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { isolated } from '#contract/core/format.ts';
import { ALERT_LABELS, ALERTS, SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { pathOfQuery } from '#contract/searches/query.ts';
import type { SavedSearch } from '#contract/searches/schemas.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { Link } from '#web/ui/link.tsx';
import { Select } from '#web/ui/select.tsx';
import { toast } from '#web/ui/toast.ts';
import { useChangeAlert, useMarkOpened } from './queries.ts';

interface SearchRowProps {
	search: SavedSearch;
	onRemove: () => void;
}

/**
 * A saved search: a link to its listing, the number of new items, and the choice of its alert. There is no link if its
 * category, subject or branch is no longer in the catalogue (`missing`).
 */
export function SearchRow({ search, onRemove }: SearchRowProps) {
	const changing = useChangeAlert();
	const { id, name, alert, missing } = search;

	async function changeAlert(value: string) {
		const chosen = ALERTS.find((one) => one === value) ?? alert;
		try {
			const reply = await changing.mutateAsync({ id, alert: chosen, existing: search });
			if (reply) toast(SEARCH_MESSAGES.changed);
		} catch (error) {
			toast(formErrorMessage(error as Error), { tone: 'bad' });
		}
	}

	return (
		<article className="grid items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface p-4 tablet:grid-cols-[1fr_auto]">
			<div className="min-w-0">
				{missing === null ? (
					<SearchLink search={search} />
				) : (
					<>
						<p className="font-semibold wrap-anywhere">{name}</p>
						<p className="text-sm text-ink-soft">{SEARCH_MESSAGES.missing(missing)}</p>
					</>
				)}
			</div>
			<div className="flex items-center gap-2">
				<Select
					aria-label={`Alert for ${isolated(name)}`}
					value={alert}
					onChange={(event) => void changeAlert(event.target.value)}
					className="min-w-32 flex-1"
				>
					{ALERTS.map((one) => (
						<option key={one} value={one}>
							{ALERT_LABELS[one].name}
						</option>
					))}
				</Select>
				<IconButton
					label={`Remove ${isolated(name)}`}
					icon={<Trash2 aria-hidden="true" className="size-5" />}
					onClick={onRemove}
				/>
			</div>
			{changing.dialog}
		</article>
	);
}

function SearchLink({ search: { id, query, name, newCount } }: { search: SavedSearch }) {
	const client = useQueryClient();
	const opening = useMarkOpened();
	const markOpened = () => opening.mutate(id);

	function handleClick() {
		markOpened();
		// The cached listing may lack the new items.
		void client.invalidateQueries({ queryKey: ['items', 'listing'] });
	}

	return (
		<Link
			to={pathOfQuery(query)}
			onClick={handleClick}
			// The middle mouse button opens the listing in another tab.
			onAuxClick={({ button }) => button === 1 && markOpened()}
			className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-field font-semibold hover:underline"
		>
			<span className="min-w-0 wrap-anywhere">{name}</span>
			{newCount > 0 && (
				<span className="rounded-full bg-accent px-2.5 py-0.5 text-xs font-semibold text-on-accent">
					{SEARCH_MESSAGES.newItems(newCount)}
				</span>
			)}
		</Link>
	);
}
