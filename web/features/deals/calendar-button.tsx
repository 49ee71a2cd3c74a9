import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { getHandoverCalendar } from '#contract/deals/endpoints.ts';
import type { Deal } from '#contract/deals/schemas.ts';
import { call } from '#web/lib/api/api.ts';
import { formErrorMessage } from '#web/lib/api/form-errors.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

interface CalendarButtonProps {
	deal: Deal;
	Icon: LucideIcon;
	className: string;
	children: string;
}

/**
 * Downloads the calendar file of the hand-over that was agreed last. Once that was called off, the file removes the
 * entry from a calendar.
 */
export function CalendarButton({ deal, Icon, className, children }: CalendarButtonProps) {
	const [isLoading, setIsLoading] = useState(false);

	async function download() {
		const { type, name } = getHandoverCalendar.download;
		const { itemId, buyerId } = deal;
		setIsLoading(true);
		try {
			const text = await call(getHandoverCalendar, { params: { itemId, buyerId } });
			saveFile(new Blob([text], { type }), name);
		} catch (error) {
			toast(formErrorMessage(error as Error), { tone: 'bad' });
		} finally {
			setIsLoading(false);
		}
	}

	return (
		<Button size="small" busy={isLoading} onClick={() => void download()} className={className}>
			{!isLoading && <Icon aria-hidden="true" className="size-4.5 shrink-0" />}
			<span>{children}</span>
		</Button>
	);
}
