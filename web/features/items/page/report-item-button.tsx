import { Flag } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { ItemDetails } from '#contract/items/schemas.ts';
import { itemPath, loginPath, REPORT_PARAM } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useLazyOnPress } from '#web/ui/use-lazy-on-press.ts';

/**
 * Opens the report dialog. A visitor signs in first, and then returns to the item
 * with `REPORT_PARAM` in the address, which opens the dialog.
 */
export function ReportItemButton({ item }: { item: ItemDetails }) {
	const { hasToken } = useSession();
	const navigate = useNavigate();
	const [search, setSearch] = useSearchParams();
	const {
		Part: ReportDialog,
		isLoading,
		loadPart: fetchDialog,
	} = useLazyOnPress(
		async () =>
			(await import('#web/features/reports/content-report-dialog.tsx')).ContentReportDialog,
	);
	const [isOpen, setIsOpen] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	const isRequested = search.has(REPORT_PARAM);

	useEffect(() => {
		if (!isRequested) return;
		setSearch(withoutReportParam, { replace: true });
		if (hasToken) button.current?.click();
	}, [isRequested, hasToken, setSearch]);

	async function open() {
		if (!hasToken) return void navigate(loginPath(`${itemPath(item.id)}?${REPORT_PARAM}=1`));
		// When the dialog closes, it returns the focus to the element that has the focus now.
		button.current?.focus();
		setIsOpen(await fetchDialog());
	}

	return (
		<>
			<Button
				ref={button}
				variant="quiet"
				size="small"
				busy={isLoading}
				onClick={() => void open()}
				className="text-ink-soft"
			>
				{!isLoading && <Flag aria-hidden="true" className="size-4.5" />}
				<span>Report Item</span>
			</Button>
			{ReportDialog && (
				<ReportDialog
					open={isOpen}
					onClose={() => setIsOpen(false)}
					kind="item"
					id={item.id}
					name={item.title}
				/>
			)}
		</>
	);
}

function withoutReportParam(search: URLSearchParams): URLSearchParams {
	const rest = new URLSearchParams(search);
	rest.delete(REPORT_PARAM);
	return rest;
}
