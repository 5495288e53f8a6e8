import { Upload } from "lucide-react";
import { FileTrigger } from "react-aria-components";
import { texts } from "../app/texts.ts";
import { Button } from "../parts/button.tsx";

/** Opens the files of the device. */
export function UploadButton({ look = "primary", onFiles }: { look?: "primary" | "plain"; onFiles(files: File[]): void }) {
  return (
    <FileTrigger allowsMultiple onSelect={(list) => list && list.length > 0 && onFiles([...list])}>
      <Button variant={look}>
        <Upload className="icon" aria-hidden />
        {texts.media.upload}
      </Button>
    </FileTrigger>
  );
}
