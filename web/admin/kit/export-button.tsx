import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { downloadFile } from '#web/admin/lib/api.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import type { FilterValues } from './list-section.ts';

interface ExportButtonProps {
	endpoint: Endpoint;
	/** The filters. */
	query: FilterValues;
	label: string;
	failureMessage: string;
	/** Shown when the server has no such export (404, 501). */
	missingMessage?: string;
}

/** Downloads the filtered rows as a file. */
export function ExportButton(props: ExportButtonProps) {
	const { endpoint, query, label, failureMessage, missingMessage } = props;
	const downloading = useMutation({
		mutationFn: () => downloadFile(endpoint, query),
		onError: (error) => {
			const isUnavailable = error instanceof ApiError && [404, 501].includes(error.status);
			const message = errorMessageFor(error, failureMessage, failureMessage);
			toast((isUnavailable && missingMessage) || message, { tone: 'bad' });
		},
	});

	return (
		<Button size="small" busy={downloading.isPending} onClick={() => downloading.mutate()}>
			<Download aria-hidden="true" className="size-4.5" />
			{label}
		</Button>
	);
}
