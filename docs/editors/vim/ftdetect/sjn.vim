autocmd BufNewFile,BufRead *.sjn setfiletype sjn | setlocal commentstring=#\ %s
