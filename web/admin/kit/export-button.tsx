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
	failed: string;
	/** Said where the server has no such thing (404, 501). */
	missing?: string;
}

/** Saves what the filters leave as a file. */
export function ExportButton<E extends Endpoint>(props: ExportButtonProps<E>) {
	const { endpoint, input, label, failed, missing } = props;
	const saving = useMutation({
		mutationFn: () => downloadFile(endpoint, input),
		onError: (error) => {
			const isMissing = error instanceof ApiError && [404, 501].includes(error.status);
			toast(isMissing && missing ? missing : errorMessageFor(error, failed, failed), {
				tone: 'bad',
			});
		},
	});

	return (
		<Button size="small" busy={saving.isPending} onClick={() => saving.mutate()}>
			<Download aria-hidden="true" className="size-4.5" />
			{label}
		</Button>
	);
}
