import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { downloadFile } from '#web/admin/lib/api.ts';
import type { CallInput } from '#web/lib/api/api.ts';
import { ApiError, errorMessageFor } from '#web/lib/api/api-error.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

interface ExportButtonProps<E extends Endpoint> {
	endpoint: E;
	input: CallInput<E>;
	label: string;
	failureMessage: string;
	/** Shown when the server has no such export (404, 501). */
	missingMessage?: string;
}

/** Downloads the filtered rows as a file. */
export function ExportButton<E extends Endpoint>(props: ExportButtonProps<E>) {
	const { endpoint, input, label, failureMessage, missingMessage } = props;
	const downloading = useMutation({
		mutationFn: () => downloadFile(endpoint, input),
		onError: (error) => {
			const isUnavailable = error instanceof ApiError && [404, 501].includes(error.status);
			toast(
				isUnavailable && missingMessage
					? missingMessage
					: errorMessageFor(error, failureMessage, failureMessage),
				{
					tone: 'bad',
				},
			);
		},
	});

	return (
		<Button size="small" busy={downloading.isPending} onClick={() => downloading.mutate()}>
			<Download aria-hidden="true" className="size-4.5" />
			{label}
		</Button>
	);
}
