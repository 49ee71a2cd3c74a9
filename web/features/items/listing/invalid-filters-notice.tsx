import { X } from 'lucide-react';
import { LISTING_WARNINGS, type ListingWarning } from '#contract/items/listing-messages.ts';
import { focusPageHeading } from '#web/ui/focus-page.ts';
import { IconButton } from '#web/ui/icon-button.tsx';

/** Lists the invalid parts of the listing's address and what is shown instead. */
export function InvalidFiltersNotice({
	warnings,
	onDismiss,
}: {
	warnings: readonly ListingWarning[];
	onDismiss: () => void;
}) {
	return (
		<div
			role="status"
			className="mt-3 flex items-center gap-2 rounded-field bg-accent-wash py-1 pr-1 pl-3.5 text-sm"
		>
			<div className="min-w-0 flex-1 py-1.5">
				{warnings.map((warning) => (
					<p key={warning}>{LISTING_WARNINGS[warning]}</p>
				))}
			</div>
			<IconButton
				label="Dismiss"
				icon={<X aria-hidden="true" className="size-4" />}
				onClick={() => {
					focusPageHeading();
					onDismiss();
				}}
			/>
		</div>
	);
}
