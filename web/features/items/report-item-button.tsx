import { Flag } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { ITEM_MESSAGES } from '#contract/item-facts.ts';
import type { ItemDetails } from '#contract/items.ts';
import type { ItemReportDialogProps } from '#web/features/reports/item-report-dialog.tsx';
import { itemPath, loginPath } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

/** In an item's address: who was sent to the login page by this button finds the dialog open afterwards. */
const ASKED = 'report';

/** Opens the report dialog, for a visitor after signing in (decisions, "People and sessions"). */
export function ReportItemButton({ item }: { item: ItemDetails }) {
	const { hasToken } = useSession();
	const navigate = useNavigate();
	const [search, setSearch] = useSearchParams();
	const { ReportDialog, isComing, fetchDialog } = useReportDialog();
	const [isOpen, setIsOpen] = useState(false);
	const button = useRef<HTMLButtonElement>(null);
	const isAsked = search.has(ASKED);

	useEffect(() => {
		if (!isAsked) return;
		setSearch(withoutAsking, { replace: true });
		if (hasToken) button.current?.click();
	}, [isAsked, hasToken, setSearch]);

	async function open() {
		if (!hasToken) return void navigate(loginPath(`${itemPath(item.id)}?${ASKED}=1`));
		// The dialog gives the focus back to what has it now.
		button.current?.focus();
		setIsOpen(await fetchDialog());
	}

	return (
		<>
			<Button
				ref={button}
				variant="quiet"
				size="small"
				busy={isComing}
				onClick={() => void open()}
				className="text-ink-soft"
			>
				{!isComing && <Flag aria-hidden="true" className="size-4.5" />}
				Report Item
			</Button>
			{ReportDialog && <ReportDialog open={isOpen} onClose={() => setIsOpen(false)} item={item} />}
		</>
	);
}

/** The dialog comes when it is first asked for; where it can't come, that is said and the page stays. */
function useReportDialog() {
	const [ReportDialog, setReportDialog] = useState<ComponentType<ItemReportDialogProps>>();
	const [isComing, setIsComing] = useState(false);

	/** @returns whether it is there */
	async function fetchDialog(): Promise<boolean> {
		setIsComing(true);
		try {
			const { ItemReportDialog } = await import('#web/features/reports/item-report-dialog.tsx');
			setReportDialog(() => ItemReportDialog);
			return true;
		} catch {
			toast(ITEM_MESSAGES.noConnection, { tone: 'bad' });
			return false;
		} finally {
			setIsComing(false);
		}
	}

	return { ReportDialog, isComing, fetchDialog };
}

function withoutAsking(search: URLSearchParams): URLSearchParams {
	const rest = new URLSearchParams(search);
	rest.delete(ASKED);
	return rest;
}
